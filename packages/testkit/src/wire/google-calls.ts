import { isObject, type JsonObject, member } from '../json.ts';
import { dataOf, exchangesOf, type PlacedContent } from './google-contents.ts';
import type { GoogleReport } from './google-rules.ts';

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

/** Judges the functionCall and functionResponse parts of one content, each alone. */
export function checkCalls({ parts, path }: PlacedContent, report: GoogleReport): void {
  const ids = new Set<unknown>();
  parts.forEach(({ functionCall: call, functionResponse: response }, at) => {
    const where = `${path}.parts[${at}]`;
    if (call !== undefined) checkCall(isObject(call) ? call : {}, `${where}.functionCall`, ids, report);
    if (response === undefined || isObject(member(response, 'response'))) return;
    const words = `Invalid value at '${where}.function_response.response': expected an object.`;
    report('google/response-object', `${where}.functionResponse.response`, words);
  });
}

function checkCall(call: JsonObject, path: string, ids: Set<unknown>, report: GoogleReport): void {
  const { id, name, args } = call;
  if (typeof name !== 'string' || !NAME.test(name)) {
    const fault =
      name === undefined || name === ''
        ? 'Name cannot be empty.'
        : 'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 128.';
    report('google/function-name', `${path}.name`, `* GenerateContentRequest.${path}.name: ${fault}`);
  }
  if (args !== undefined && !isObject(args)) {
    const words = `Invalid value at '${path}.args' (type.googleapis.com/google.protobuf.Struct)`;
    report('google/function-args', `${path}.args`, words);
  }
  if (id === undefined) return;
  if (typeof id !== 'string') {
    report('google/call-id-type', `${path}.id`, `Invalid value at '${path}.id' (TYPE_STRING)`);
  } else if (id !== '' && ids.has(id)) {
    report(
      'google/call-id-duplicate',
      `${path}.id`,
      `Request contains an invalid argument: duplicate id '${id}'.`,
    );
  }
  ids.add(id);
}

/** Matches the responses behind each model turn with its calls, by name, and by id where both have one. */
export function checkPairs(contents: readonly PlacedContent[], report: GoogleReport): void {
  for (const { before, model, users } of exchangesOf(contents)) {
    const calls = dataOf(model, 'functionCall');
    const responses = users.flatMap((user) => dataOf(user, 'functionResponse'));
    const answer = users.find((user) => dataOf(user, 'functionResponse').length > 0)?.path ?? '';
    if (model && calls.length > 0 && (!before || before.role === 'model')) {
      const words =
        'function call turn comes immediately after a user turn or after a function response turn.';
      report('google/call-turn-position', model.path, `Please ensure that ${words}`);
    }
    if (model && calls.length > 0 && calls.length !== responses.length) {
      const words =
        'the number of function response parts is equal to the number of function call parts of the function call turn.';
      report('google/response-count', model.path, `Please ensure that ${words}`);
    } else if (calls.length === 0 && responses.length > 0) {
      const words = 'function response turn comes immediately after a function call turn.';
      report('google/response-without-call', answer, `Please ensure that ${words}`);
    } else if (!agree(calls, responses)) {
      const words = 'every function response has the name and the id of a function call.';
      report('google/response-match', answer, `Please ensure that ${words}`);
    }
  }
}

function agree(calls: readonly JsonObject[], responses: readonly JsonObject[]): boolean {
  const open = [...calls];
  return responses.every(({ id, name }) => {
    const found = open.findIndex(
      (call) => call.name === name && (id === undefined || call.id === undefined || call.id === id),
    );
    return found >= 0 && open.splice(found, 1).length === 1;
  });
}
