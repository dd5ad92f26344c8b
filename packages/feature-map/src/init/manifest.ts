import { tomlStrings } from './toml-strings.ts';

/** What a manifest says about its project, as written: cut, cleaned and escaped by those who use it. */
export interface Manifest {
  readonly name: string | undefined;
  readonly summary: string | undefined;
}

type Reader = (text: string) => Manifest;

/** The manifests that are known, in the order in which they are asked. */
const READERS: Readonly<Record<string, Reader>> = {
  'package.json': readJson,
  'pyproject.toml': readToml(['project', 'tool.poetry']),
  'Cargo.toml': readToml(['package', 'workspace.package']),
  'go.mod': readGoModule,
  'composer.json': readJson,
  'deno.json': readJson,
  'pubspec.yaml': readLines(':'),
  'setup.cfg': (text) => readLines('=')(iniSection(text, 'metadata')),
};

/** Names of the files that `readManifest` can read, relative to the project's root. */
export const MANIFEST_FILES: readonly string[] = Object.keys(READERS);

/**
 * Reads name and description from a manifest.
 *
 * @param file one of `MANIFEST_FILES`
 * @returns `undefined` where the text is not of the manifest's format
 */
export function readManifest(file: string, text: string): Manifest | undefined {
  try {
    return READERS[file]?.(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function readJson(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  const field = (name: string): string | undefined => {
    const given: unknown =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined;
    return typeof given === 'string' ? given : undefined;
  };
  return { name: field('name'), summary: field('description') };
}

function readToml(tables: readonly string[]): Reader {
  return (text) => {
    const strings = tomlStrings(text);
    const first = (key: string) =>
      tables.map((table) => strings.get(`${table}.${key}`)).find((value) => value !== undefined);
    return { name: first('name'), summary: first('description') };
  };
}

/** The last part of the module's path, without the major version (https://go.dev/ref/mod#go-mod-file-module). */
function readGoModule(text: string): Manifest {
  const path = /^\s*module\s+["`]?([^\s"`]+)/m.exec(text)?.[1]?.replace(/\/v\d+$/, '');
  return { name: path?.replace(/^.*\//, ''), summary: undefined };
}

/** Keys at the head of a line, with a value on the same line. */
function readLines(separator: ':' | '='): Reader {
  return (text) => {
    const value = (key: string): string | undefined => {
      const found = new RegExp(`^${key}[ \\t]*${separator}[ \\t]*(\\S.*)$`, 'm').exec(text)?.[1]?.trim();
      const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(found ?? '')?.[2];
      // A block scalar stands on the lines below, and there is no telling where it ends without a parser.
      const isBlock = separator === ':' && /^[|>&*!{[]/.test(found ?? '');
      return quoted ?? (isBlock ? undefined : found?.replace(/\s+#.*$/, ''));
    };
    return { name: value('name'), summary: value('description') };
  };
}

function iniSection(text: string, name: string): string {
  const start = text.search(new RegExp(`^\\[${name}\\]`, 'm'));
  return start === -1 ? '' : text.slice(start).replace(/\n\[.*$/s, '');
}
