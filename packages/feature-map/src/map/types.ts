/** A part of a page: a `##` section, or a `###` part of one. Offsets are UTF-16 indices into the page's text. */
export interface Part {
  /** Heading text as written, inline markup stripped (`## \`foo()\` and [bar](x)` gives `foo() and bar`). */
  heading: string;
  /** How the part is addressed: the heading, with ` 2`, ` 3`, ... behind the second, third, ... of one name. */
  name: string;
  /** 0-based line of the heading; line of the first text for a chunk without a heading. */
  line: number;
  /** From the first character of the heading line up to the next heading of the same or a higher level. */
  start: number;
  end: number;
}

export interface Section extends Part {
  /** `###` parts in order; the text between the section's heading and the first of them is its lead. */
  parts: Part[];
  /** End of the lead: start of the first part, or `end` where there is none. */
  leadEnd: number;
}

/** A parsed page. `sections` covers pages without `##` too: then it is one chunk named by the title. */
export interface Page {
  /** Path relative to the map's folder, with `/`, e.g. `guard.md` or `host/pi.md`. */
  path: string;
  text: string;
  /** The `#` heading's text, or `undefined`. */
  title: string | undefined;
  /** All that follows `Read when:` in the `Status:` paragraph, wraps joined by one space, or `undefined`. */
  trigger: string | undefined;
  sections: Section[];
}

/** One row of the index table. */
export interface IndexRow {
  /** 0-based line in the index file. */
  line: number;
  /** Text of the `Feature` cell. */
  feature: string;
  /** Text of the `Read when` cell, or `undefined` where the table has none. */
  trigger: string | undefined;
  /** Link target as written (decoded, title and anchor removed), or `undefined` where the row has no link to a markdown page. */
  link: string | undefined;
  /** Page path relative to the map's folder when the link stays inside it, else `undefined`. */
  page: string | undefined;
  /** A scaffold's row that waits for its first page. */
  placeholder: boolean;
}

export interface IndexTable {
  /** In order; fewer than the table's lines only where a table is longer than `MAX_ROWS`. */
  rows: IndexRow[];
  /** 0-based lines of the header row and of the last row. */
  firstLine: number;
  lastLine: number;
}

/** A page (or the index, or a folder) of the map that was not read, and why. */
export interface Unreadable {
  /** Path relative to the map's folder; `''` is the folder itself. */
  page: string;
  /** A clause that continues "`page` ", e.g. `is not UTF-8 text`. */
  reason: string;
}

/** A whole map as read from disk. */
export interface FeatureMap {
  /** Absolute path of the project's root (real path). */
  root: string;
  /** Text of `docs/features/README.md`; empty where it could not be read (`unreadable` names it then). */
  index: string;
  /** `undefined` when the index holds no table. */
  table: IndexTable | undefined;
  /** Pages other than the index, sorted by path. */
  pages: Page[];
  /** What the map holds and this value does not, sorted by path. */
  unreadable: Unreadable[];
}
