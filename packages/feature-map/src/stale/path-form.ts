import type { PathClaim } from './claims.ts';
import { isKnownName, isTestFile } from './extensions.ts';
import { type FileTree, nameOf } from './file-tree.ts';

/** Whether a span that leads nowhere is a path: by its form, only if the history knows it, or not at all. */
export type Form = 'path' | 'maybe' | 'never';

/** MIME types and fractions: the history of no project is asked for them. */
const NO_PATH =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+$|^[\d.]+\/[\d.]+$/;

/** What programs leave behind while they run. */
const LEFT_BEHIND = /\.(?:log|pid|sock|tmp)$/;

/** Judges the form of a span that leads nowhere in the project. In a sentence only the history can vouch for it. */
export function formOf(claim: PathClaim, tree: FileTree): Form {
  const { span, root, prominent } = claim;
  if (root.startsWith('../') || NO_PATH.test(span.path) || tree.isBelowFile(root)) return 'never';
  if (claim.saidAbsent) return 'never';
  if (span.doubtful || claim.inSentence || LEFT_BEHIND.test(root)) return 'maybe';
  const [first = '', ...others] = root.split('/');
  const named = span.name !== 'none' || isKnownName(nameOf(root));
  if (others.length === 0) return formOfName(claim, tree);
  const inProject = tree.hasFolder(first);
  if (span.path.endsWith('/')) return inProject ? 'path' : 'maybe';
  if (!named) return prominent && others.length > 1 && tree.hasFolder(folderOf(root)) ? 'path' : 'maybe';
  if (inProject) return 'path';
  if (!prominent) return 'maybe';
  return span.name === 'plain' || isNearProject(claim, tree) ? 'path' : 'maybe';
}

/** A name without a folder: in doubt it is a member, or a file that a user or a machine has, which no test file is. */
function formOfName({ span, prominent }: PathClaim, tree: FileTree): Form {
  if (!prominent || span.name === 'none' || span.path.startsWith('.')) return 'maybe';
  const isTest = span.name === 'plain' && isTestFile(span.path);
  return isTest || tree.ignoringCase(span.path).length > 0 ? 'path' : 'maybe';
}

/** Whether the project has the folder of a path, or a file of its name. */
function isNearProject({ root }: PathClaim, tree: FileTree): boolean {
  return tree.find(`${folderOf(root)}/`, '') !== undefined || tree.sameName(root).length > 0;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
