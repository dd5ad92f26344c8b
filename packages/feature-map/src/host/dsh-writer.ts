import type { Context } from '@deepseek-ai/cordis';
import type { FileSystem, FsTarget, FsWriteIntent } from '@deepseek-ai/dsh-fs';
import type {} from '@deepseek-ai/dsh-sandbox-policy';
import type { ToolExecution } from '@deepseek-ai/dsh-tools';
import { MAP_LIMITS } from '../map/map-limits.ts';
import type { Expected, MapWriterFor } from '../write/map-writer.ts';
import { Refusal, refuseUnexpected } from '../write/refusal.ts';
import { segmentsOf } from '../write/target.ts';
import { dshRefusal } from './dsh-refusal.ts';

/**
 * Writers over the host's file service, for one tool call. As the host's own tools do, they take the policy of the
 * session's sandbox, ask for a write intent, and record what they saw and what they wrote.
 *
 * @param exec the call: the actor of intents and records
 */
export function dshWriterFor(ctx: Context, exec: ToolExecution): MapWriterFor {
  return (root) => ({
    async write(file, expected, text) {
      const fs = ctx.get('fs');
      if (fs === undefined) return 'cannot be written: this host has no file service';
      const policy = ctx.get('sandboxPolicy')?.resolve(exec.agent && { session: exec.agent.session });
      try {
        const target = await targetOf(fs, root, file, exec.signal);
        const own = expected === 'any' ? undefined : await look({ ctx, fs, exec }, target, expected, text);
        if (own === 'written') return undefined;
        const asked = await ctx.waterfall('fs/write-intent', target, exec, () => undefined);
        const { version } = await fs.writeText(target, text, agreed(own, asked), exec.signal, policy);
        ctx.emit('fs/observed', target, { kind: 'present', version }, exec);
        return undefined;
      } catch (error) {
        return dshRefusal(error, expected, policy);
      }
    },
  });
}

/** Where a file of a project really is. Links are followed inside the project only. */
async function targetOf(fs: FileSystem, root: string, file: string, signal: AbortSignal): Promise<FsTarget> {
  const within = segmentsOf(file).join('/');
  const options = { cwd: root, signal };
  const target = await fs.resolve(within, options);
  if (!fs.contains(await fs.resolve(root, options), target)) {
    throw new Refusal('leads out of the project by a link');
  }
  if ((await fs.stat(target, signal)) === undefined && (await fs.lstat(within, options, signal))) {
    throw new Refusal('is a link that leads to nothing');
  }
  return target;
}

/**
 * Compares what is at a target with what the text was made for, and records it: the call has read it, and without a
 * record the host refuses to replace it.
 *
 * @returns the intent that holds the host to what was seen, or `written` where the text is there already
 */
async function look(
  { ctx, fs, exec }: { ctx: Context; fs: FileSystem; exec: ToolExecution },
  target: FsTarget,
  expected: Expected,
  text: string,
): Promise<FsWriteIntent | 'written'> {
  const info = await fs.stat(target, exec.signal);
  const content = info && (await fs.readBytes(target, exec.signal, MAP_LIMITS.indexBytes));
  if (content !== undefined && Buffer.from(text, 'utf8').equals(content)) return 'written';
  refuseUnexpected(content, expected);
  const { version } = info ?? {};
  ctx.emit(
    'fs/observed',
    target,
    version === undefined ? { kind: 'absent' } : { kind: 'present', version },
    exec,
  );
  return version === undefined ? { kind: 'createIfAbsent' } : { kind: 'replaceIfVersion', version };
}

/** The intent under which both the map's writer and the host's policy agree to write. */
function agreed(own: FsWriteIntent | undefined, asked: FsWriteIntent | undefined): FsWriteIntent | undefined {
  if (own === undefined || asked === undefined) return own ?? asked;
  const [{ version: seen }, { version: wanted }] = [
    { version: undefined, ...own },
    { version: undefined, ...asked },
  ];
  if (own.kind === asked.kind && seen === wanted) return own;
  throw new Refusal('is not what the host expects there: read it, then retry');
}
