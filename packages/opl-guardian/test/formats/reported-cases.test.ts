import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { emptyEmitted, startScriptedModel, validators } from '@session-guards/testkit';
import { askThroughPi } from './pi-request.ts';
import { repairList } from './read-list.ts';
import { type CaseHistory, historyOf, type ReportedCase, reportedCases } from './reported-cases.ts';

/**
 * What scan says of every reported case and what repair makes of it, compared with `reported-cases.md`, so that any
 * change shows in a review. `UPDATE_OUTCOMES=1` writes the table anew.
 */
const table = new URL('./reported-cases.md', import.meta.url);

/** Why nothing is found in a case: what blocked the session is not in its stored history, or no rule knows it. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  'earendil-works/pi#6285':
    'the history is legal; the call was cut off by the token limit, and Pi does not run it',
  'openclaw/openclaw#14328': 'the history is legal once call and result are both there',
  'openclaw/openclaw#112029': 'Pi skips a turn that failed',
  'anthropics/claude-code#63335':
    'the text that was signed is not in the history, so a change of it cannot be seen',
  'openai/codex#26379': 'a key of the arguments is too long: no rule judges what arguments hold',
  'QwenLM/qwen-code#5107': 'legal on chat completions, where ids may come again in a later turn',
  'QwenLM/qwen-code#8382': 'legal on chat completions; the host refused the repeated id itself',
  'BerriAI/litellm#25765': 'the history is legal; a repairer that read one dialect only stripped its results',
  'maximhq/bifrost#1829': 'the history is legal; no tool has the name',
  'NousResearch/hermes-agent#70475': 'legal on chat completions; a gateway made Anthropic messages of it',
};

/** Cases that are still refused when they are repaired. */
const STILL_REFUSED: Readonly<Record<string, string>> = {
  'Yeachan-Heo/gajae-code#107': 'a turn that ends in signed thinking: a signed turn is not changed',
};

const model = await startScriptedModel({ turns: [], strict: false });
after(() => model.close());
const rows = new Map<string, string>();
const expected = new Set(readFileSync(table, 'utf8').split('\n'));

describe('reported cases', () => {
  for (const reported of reportedCases) {
    it(`${reported.report}: ${reported.shape}`, async () => {
      const outcome = await outcomeOf(reported);
      const note = UNTOUCHED[reported.report] ?? STILL_REFUSED[reported.report];
      const row = rowOf(reported, outcome, note);
      rows.set(reported.report, row);
      assert.equal(outcome.isStable, true, 'a second repair changes something');
      if (reported.report in STILL_REFUSED) assert.notDeepEqual(outcome.refusedAfter, []);
      else assert.deepEqual(outcome.refusedAfter, []);
      assert.equal(outcome.rules.length === 0, note !== undefined, 'a case without a finding says why');
      if (process.env.UPDATE_OUTCOMES !== '1')
        assert.ok(expected.has(row), `not in reported-cases.md: ${row}`);
    });
  }
});

it('a case that is legal where it was made is found for the API that refused it', async () => {
  const blank = reportedCases.find(({ report }) => report === 'NousResearch/hermes-agent#70475');
  assert.ok(blank);
  const stored = JSON.stringify(historyOf(blank).items);
  assert.deepEqual((await repairList(stored)).rules, []);
  assert.deepEqual((await repairList(stored, 'anthropic')).rules, ['empty-content']);
});

after(() => {
  if (process.env.UPDATE_OUTCOMES !== '1') return;
  const head = [
    '# What becomes of the reported cases',
    '',
    'Each case stands in the smallest session of its own form, answered as its host would have answered it.',
    'Refused: the rules of the strict validators that the session breaks as it is stored, on the API that it was made with.',
    'No case breaks any once it is repaired, except where the last column says so.',
    '',
    '| Report | Host | Form | API | Refused | Found | What repair does |',
    '|---|---|---|---|---|---|---|',
  ];
  const inOrder = reportedCases.map(({ report }) => rows.get(report) ?? '');
  writeFileSync(table, `${[...head, ...inOrder].join('\n')}\n`);
});

interface Outcome extends Pick<CaseHistory, 'dialect' | 'api'> {
  refusedBefore: string[];
  rules: string[];
  remedies: string[];
  refusedAfter: string[];
  /** Whether a second repair finds nothing and writes the same bytes. */
  isStable: boolean;
}

async function outcomeOf(reported: ReportedCase): Promise<Outcome> {
  const history = historyOf(reported);
  const stored = JSON.stringify({ [KEYS[history.dialect]]: history.items });
  const repaired = await repairList(stored);
  const again = await repairList(repaired.bytes);
  return {
    ...history,
    refusedBefore: await refused(history, stored),
    rules: repaired.rules,
    remedies: repaired.remedies,
    refusedAfter: await refused(history, repaired.text),
    isStable: again.rules.length === 0 && again.plan.changes.length === 0 && again.text === repaired.text,
  };
}

const KEYS: Readonly<Record<CaseHistory['dialect'], string>> = {
  pi: 'messages',
  'openai-completions': 'messages',
  'openai-responses': 'input',
  anthropic: 'messages',
  google: 'contents',
};

/** The rules that a stored list breaks as a request; Pi's messages become one through Pi's own client. */
async function refused({ dialect, api }: CaseHistory, stored: string): Promise<string[]> {
  const body = JSON.parse(stored) as { messages: object[] };
  if (dialect === 'pi') return askThroughPi(model, api, body.messages);
  return [...new Set(validators[api](body, emptyEmitted()).map(({ rule }) => rule))];
}

function rowOf({ report, host }: ReportedCase, outcome: Outcome, note: string | undefined): string {
  const { dialect, api, refusedBefore, rules, remedies } = outcome;
  const said = [...remedies, ...(note === undefined ? [] : [`nothing: ${note}`])];
  const cells = [
    report,
    host,
    dialect === 'pi' ? 'Pi' : 'its own',
    api,
    refusedBefore.join(', '),
    rules.join(', '),
    said.join('; '),
  ];
  return `| ${cells.map((cell) => (cell === '' ? '–' : cell.replaceAll('|', '¦'))).join(' | ')} |`;
}
