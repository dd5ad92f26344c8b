import { basename } from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';
import { startsAsZstd } from './dsh/frames.ts';
import { historiesOf } from './dsh/history.ts';
import { headerOf, readLog } from './dsh/log.ts';
import { isDshSessionName } from './dsh/places.ts';
import { planRewrite } from './dsh/rewrite.ts';
import type { SessionFormat } from './format.ts';
import { LINE_FEED } from './json/bytes.ts';

/** What the first bytes of a file may become when they are decompressed, whose first line is the header. */
const MAX_HEAD = 64 * 2 ** 20;

/**
 * Sessions of DSH: a log of numbered events in lines of JSON, in zstd frames or without compression
 * (`dsh-session-persistence-jsonl`). Nothing beside the log repeats any of it: the host lists sessions by the
 * header and takes the file's size and times for its revision.
 */
export const dshFormat: SessionFormat = {
  id: 'dsh',
  title: 'DeepSeek Harness session',
  sniff(file, head) {
    if (startsAsZstd(head)) return isHeader(textOf(head)) || isDshSessionName(basename(file));
    return isHeader(head) || basename(file) === 'session.jsonl.zstd';
  },
  async read(input) {
    const log = await readLog(input);
    const { id, cwd } = log.header;
    return {
      format: 'dsh',
      sessionId: id,
      ...(cwd === undefined ? {} : { cwd }),
      branches: historiesOf(log),
      remarks: log.remarks,
      plan: (heal) => planRewrite(input, log, heal),
    };
  },
};

function isHeader(text: Uint8Array): boolean {
  const end = text.indexOf(LINE_FEED);
  if (end === -1) return false;
  try {
    return headerOf(JSON.parse(Buffer.from(text.subarray(0, end)).toString('utf8'))) !== undefined;
  } catch {
    return false;
  }
}

function textOf(head: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(head, { finishFlush: constants.ZSTD_e_flush, maxOutputLength: MAX_HEAD });
  } catch {
    return new Uint8Array();
  }
}
