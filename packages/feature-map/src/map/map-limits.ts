/** Sizes up to which a map is read; what lies beyond is named instead, so that no map can stall a session. */
export interface MapLimits {
  /** Bytes of one page. */
  pageBytes: number;
  /** Bytes of the index. */
  indexBytes: number;
  /** Bytes of all pages together. */
  mapBytes: number;
  pages: number;
  /** Entries of all folders together, pages or not. */
  entries: number;
}

const MEBIBYTE = 1024 * 1024;

export const MAP_LIMITS: Readonly<MapLimits> = {
  pageBytes: 2 * MEBIBYTE,
  indexBytes: 4 * MEBIBYTE,
  mapBytes: 128 * MEBIBYTE,
  pages: 20_000,
  entries: 100_000,
};
