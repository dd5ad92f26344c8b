import type { SandboxExecutionPolicy } from '@deepseek-ai/dsh-sandbox';
import { codeOf } from '../map/map-listing.ts';
import type { Expected } from '../write/map-writer.ts';
import { CHANGED, EXISTS, refusalOf } from '../write/refusal.ts';

/**
 * Why the host did not write a file, as a clause that continues "`file` ". Errors are told by their codes, which the
 * host keeps stable, and never by their texts.
 *
 * @param policy that of the session's sandbox, `undefined` where there is none
 */
export function dshRefusal(
  error: unknown,
  expected: Expected,
  policy: SandboxExecutionPolicy | undefined,
): string {
  switch (codeOf(error)) {
    case 'FS_SANDBOX_DENIED':
      return `may not be written: ${sandboxText(policy)}`;
    case 'FS_STALE_VERSION':
      return CHANGED;
    case 'FS_TOO_LARGE':
      return expected === 'absent' ? EXISTS : CHANGED;
    case 'FS_NOT_OBSERVED':
      return expected === 'any' ? `${EXISTS}, and this session has not read it: read it, then retry` : EXISTS;
    case 'FS_NOT_REGULAR_FILE':
      return 'is not a regular file';
    case 'FS_NOT_FOUND':
      return 'cannot be there: a folder above it is a file';
    case 'FS_PERMISSION_DENIED':
      return 'cannot be written (permission denied)';
    case 'FS_ABORTED':
      return 'was not written: the call was cancelled';
    default:
      return refusalOf(error);
  }
}

function sandboxText(policy: SandboxExecutionPolicy | undefined): string {
  if (policy?.mode !== 'workspace-write') return 'the sandbox of this session is read-only';
  return `the sandbox of this session lets it write below ${policy.workspaceRoot} only`;
}
