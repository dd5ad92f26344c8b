import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../json-object.ts';

/** A folder with a package.json. */
export interface PackageFolder {
  /** Real path. */
  readonly folder: string;
  readonly name: string;
  /** `unknown` where the manifest does not say it. */
  readonly version: string;
  readonly manifest: Readonly<JsonObject>;
}

/** The package that lies in a folder; `undefined` where there is none, or its manifest cannot be read. */
export function packageIn(folder: string): PackageFolder | undefined {
  const manifest = readJsonObject(path.join(folder, 'package.json'));
  if (manifest === undefined) return undefined;
  const { name, version } = manifest;
  return {
    folder: realPath(folder),
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : 'unknown',
    manifest,
  };
}

/** The package that a file belongs to: that of the nearest folder above it with a manifest. */
export function packageAbove(file: string): PackageFolder | undefined {
  for (let folder = path.dirname(realPath(file)); ; folder = path.dirname(folder)) {
    const found = packageIn(folder);
    if (found !== undefined || folder === path.dirname(folder)) return found;
  }
}

/** The object in a JSON file; `undefined` where there is no such file, or it holds anything else. */
export function readJsonObject(file: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The path without links, or as it is where it leads nowhere. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
