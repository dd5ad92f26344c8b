import type { SessionInput } from '../../src/formats/format.ts';

/** A file that is held in memory. Chunks are overwritten when the next one is asked for. */
export function memoryInput(content: string | Uint8Array, chunkSize = 1024 * 1024): SessionInput {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    file: 'session.jsonl',
    size: bytes.length,
    async *chunks(start = 0) {
      for (let at = start; at < bytes.length; at += chunkSize) {
        const chunk = Uint8Array.from(bytes.subarray(at, at + chunkSize));
        yield chunk;
        chunk.fill(0x7a);
      }
    },
    range: async (start, end) => Uint8Array.from(bytes.subarray(start, end)),
  };
}
