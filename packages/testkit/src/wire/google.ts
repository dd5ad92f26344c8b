import type { WireValidator } from '../types.ts';
import { checkCalls, checkPairs } from './google-calls.ts';
import { contentsOf, type PlacedContent } from './google-contents.ts';
import type { GoogleReport as Report } from './google-rules.ts';
import { checkSignatures } from './google-signatures.ts';
import { collect } from './rule.ts';

export { rules } from './google-rules.ts';

const DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];

/** Judges a generateContent request body; `emitted` says which calls were streamed with a thought signature. */
export const validate: WireValidator = (body, emitted) =>
  collect((report: Report) => {
    const contents = contentsOf(body);
    if (contents.length === 0)
      report('google/contents-empty', 'contents', '* contents: contents is not specified');
    for (const content of contents) {
      checkContent(content, report);
      checkCalls(content, report);
    }
    checkPairs(contents, report);
    checkSignatures(contents, emitted, report);
  });

function checkContent({ role, parts, path }: PlacedContent, report: Report): void {
  if (role !== 'user' && role !== 'model' && role !== undefined) {
    report('google/role', `${path}.role`, 'Please use a valid role: user, model.');
  }
  if (parts.length === 0) {
    const words = `* GenerateContentRequest.${path}.parts: ${path}.parts must not be empty.`;
    report('google/parts-empty', `${path}.parts`, words);
  }
  parts.forEach((part, at) => {
    const where = `${path}.parts[${at}]`;
    const signed = part.thoughtSignature !== undefined;
    if (!DATA.some((key) => part[key] !== undefined) && !signed) {
      const words = `* GenerateContentRequest.${where}.data: required oneof field 'data' must have one initialized field`;
      report('google/part-empty', where, words);
    }
    if (part.text === '' && !signed) {
      report(
        'google/text-empty',
        `${where}.text`,
        'Unable to submit request because it must have a text parameter.',
      );
    }
  });
}
