/** Something that regeneration leaves to the author. */
export interface LeftAlone {
  /** Path relative to the map's folder. */
  readonly page: string;
  /** 1-based. */
  readonly line: number;
  /** What it is, why it stays and what to do about it, in sentences. */
  readonly message: string;
}
