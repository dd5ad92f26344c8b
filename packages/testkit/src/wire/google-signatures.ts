import { isObject, shown } from '../json.ts';
import { callKey } from '../model/emitted.ts';
import type { Emitted } from '../types.ts';
import type { PlacedContent } from './google-contents.ts';
import type { GoogleReport } from './google-rules.ts';

/** Protobuf JSON takes both base64 alphabets, padded or not. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Stand-ins that the documentation names for histories that come from elsewhere. */
const STAND_INS = ['context_engineering_is_the_way_to_go', 'skip_thought_signature_validator'];

/**
 * Judges the thought signatures. Of parallel calls the first carries the signature of all; a group that was
 * streamed with one must bring one back, as long as no prompt of the user came behind it.
 */
export function checkSignatures(
  contents: readonly PlacedContent[],
  emitted: Emitted,
  report: GoogleReport,
): void {
  for (const { parts, path } of contents) {
    parts.forEach(({ thoughtSignature: signature }, at) => {
      if (signature === undefined || (typeof signature === 'string' && BASE64.test(signature))) return;
      const where = `${path}.parts[${at}].thoughtSignature`;
      report(
        'google/thought-signature-bytes',
        where,
        `Invalid value at '${where}' (TYPE_BYTES), Base64 decoding failed`,
      );
    });
  }
  const prompt = contents.findLastIndex(
    ({ role, parts }) => role !== 'model' && parts.some((part) => part.functionResponse === undefined),
  );
  for (const content of contents.slice(prompt + 1)) checkGroup(content, emitted, report);
}

function checkGroup({ role, parts, path }: PlacedContent, emitted: Emitted, report: GoogleReport): void {
  const first = parts.findIndex((part) => part.functionCall !== undefined);
  const signed = parts.some(
    ({ functionCall: call }) =>
      isObject(call) && emitted.signatureOfCall.get(callKey('google', call.name, call.args)) !== undefined,
  );
  if (role !== 'model' || !signed) return;
  const carried = shown(parts[first]?.thoughtSignature);
  if (emitted.thoughtSignatures.has(carried) || STAND_INS.includes(carried)) return;
  const where = `${path}.parts[${first}]`;
  const words = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.`;
  report('google/thought-signature-missing', where, `${words} ${where}`);
}
