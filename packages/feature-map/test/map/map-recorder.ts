import { diskFiles, type MapFiles } from '../../src/map/map-files.ts';

export interface RecordedFiles {
  files: MapFiles;
  /** Every access to the disk since the last `take`, as `read <path>`, in order. */
  take(): string[];
}

/** The local disk, with every access written down; `faults` stand in for single operations. */
export function recordedFiles(faults: Partial<MapFiles> = {}): RecordedFiles {
  const base: MapFiles = { ...diskFiles, ...faults };
  let calls: string[] = [];
  const files: MapFiles = {
    now: () => base.now(),
    realPath(path) {
      calls.push(`realPath ${path}`);
      return base.realPath(path);
    },
    list(folder) {
      calls.push(`list ${folder}`);
      return base.list(folder);
    },
    stat(path) {
      calls.push(`stat ${path}`);
      return base.stat(path);
    },
    read(path, limit) {
      calls.push(`read ${path}`);
      return base.read(path, limit);
    },
  };
  return {
    files,
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** A clock that stamps no file of today: whatever the disk says is long settled. */
export const laterClock: Partial<MapFiles> = { now: () => diskFiles.now() + 3_600_000_000_000n };

/** An error as `node:fs` throws it. */
export function fsError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code });
}

/** The kinds of the accesses that were written down, sorted. */
export const kinds = (calls: string[]) => calls.map((call) => call.split(' ')[0]).sort();

/** An index of two rows. */
export const INDEX =
  '| Feature | Read when |\n|---|---|\n| [Guard](guard.md) | a |\n| [Pi](host/pi.md) | b |\n';
/** A project whose map has two pages, one in a folder. */
export const MAP = {
  'docs/features/README.md': INDEX,
  'docs/features/guard.md': '# Guard\n\n## Map\n',
  'docs/features/host/pi.md': '# Pi\n',
};
