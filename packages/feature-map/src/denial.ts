import { MAP_TOOL } from './instruction.ts';
import { quote } from './quote.ts';

/**
 * The reason that a model gets with the one denial of a session: what was refused, and all it needs to go on.
 *
 * @param tool the tool's name as the model called it.
 * @param subject the call's path or pattern, quoted and short.
 */
export function denialText(tool: string, subject: string): string {
  const name = /^[\w.:/-]{1,64}$/.test(tool) ? tool : quote(tool);
  return (
    `${name} ${subject} goes straight to source, and this project keeps a feature map. ` +
    `Call ${MAP_TOOL} first, with \`topic\` if you know the area (otherwise it returns the index): its sections ` +
    'give the files, functions and tests, which is cheaper than searching. ' +
    `This session is asked only once; calling ${name} again will proceed.`
  );
}
