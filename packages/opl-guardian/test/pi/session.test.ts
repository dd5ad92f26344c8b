import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { storedMessages, type WireApi } from '@session-guards/testkit';
import oplGuardian from '../../src/index.ts';
import { droppedAllNote, historyWarning, incidentWarning } from '../../src/notes.ts';
import { evidenceOf, mixed, onlyMalformed, say, setUp } from './set-up.ts';

const api = 'openai-completions';
const written = { written: true, file: 'err/guardian.jsonl' } as const;
const guarded = { api, extensionFactories: [oplGuardian], ui: true } as const;

describe('a message without a malformed call', () => {
  it('is stored as without the extension, without notification or evidence', async (t) => {
    const { model, sandbox } = await setUp(t, say('Hello.'));
    model.push(
      { parts: [{ type: 'call', id: 'call_1', name: 'read', arguments: { path: 'README.md' } }] },
      say('Done.'),
    );
    const pi = await sandbox.inProcess(guarded);
    await pi.prompt('Hi.');
    await pi.prompt('Read.');
    const contents = storedMessages(await pi.entries()).flatMap((message) =>
      message.role === 'assistant' ? [message.content.map((block) => block.type).join()] : [],
    );
    assert.deepEqual(contents, ['text', 'toolCall', 'text']);
    assert.deepEqual([pi.notifications, evidenceOf(sandbox)], [[], []]);
  });
});

describe('the stored message', () => {
  it('carries a structured diagnostic that is never sent', async (t) => {
    const { model, sandbox } = await setUp(t, mixed, say('Done.'));
    const pi = await sandbox.inProcess(guarded);
    await pi.prompt('Go.');
    const stored = storedMessages(await pi.entries()).find((message) => message.role === 'assistant');
    assert.ok(stored?.role === 'assistant');
    const [diagnostic] = stored.diagnostics ?? [];
    assert.equal(diagnostic?.type, 'opl-guardian');
    assert.deepEqual(diagnostic?.details, {
      action: 'dropped_some',
      dropped: [{ contentIndex: 0, reason: 'blank-name' }],
      keptToolCalls: 1,
      evidence: 'Evidence: err/guardian.jsonl.',
    });
    assert.doesNotMatch(JSON.stringify(model.requests[1]?.body), /dropped_some/);
  });
});

describe('notifications', () => {
  it('there is none for a message that the user aborted, which is cut and recorded all the same', async (t) => {
    const { sandbox } = await setUp(t, { ...onlyMalformed, hang: true });
    const pi = await sandbox.inProcess(guarded);
    const running = pi.prompt('Go.');
    await pi.waitForEvent(
      (event) => event.type === 'message_update' && event.assistantMessageEvent.type === 'toolcall_start',
    );
    await pi.abort();
    await running;
    assert.deepEqual(pi.notifications, []);
    assert.equal(evidenceOf(sandbox).length, 1);
  });

  it('there is none without a UI', async (t) => {
    const { sandbox } = await setUp(t, onlyMalformed);
    const pi = await sandbox.inProcess({ ...guarded, ui: false });
    await pi.prompt('Go.');
    assert.deepEqual([pi.notifications, pi.extensionErrors], [[], []]);
  });
});

describe('evidence that cannot be written', () => {
  it('the calls are dropped all the same, and note, diagnostic and warning say why', async (t) => {
    const { sandbox, statuses } = await setUp(t, onlyMalformed, say('Done.'));
    symlinkSync('elsewhere', join(sandbox.project, 'err'));
    const pi = await sandbox.inProcess(guarded);
    await pi.prompt('Go.');
    await pi.prompt('Go on.');
    const failed = { written: false, why: 'err is a symbolic link' } as const;
    const stored = storedMessages(await pi.entries()).find((message) => message.role === 'assistant');
    assert.ok(stored?.role === 'assistant');
    assert.deepEqual(stored.content, [{ type: 'text', text: droppedAllNote(1, failed) }]);
    assert.match(JSON.stringify(stored.diagnostics), /err is a symbolic link/);
    assert.deepEqual(pi.notifications, [{ type: 'warning', message: incidentWarning(1, 0, failed) }]);
    assert.deepEqual(statuses(), [200, 200]);
  });
});

describe('a session that was poisoned before', () => {
  const blankId = {
    parts: [{ type: 'call' as const, id: '', name: 'read', arguments: { path: 'README.md' } }],
  };

  async function poisonedSession(t: Parameters<typeof setUp>[0]) {
    const setup = await setUp(t, blankId);
    const first = await setup.sandbox.inProcess({ api });
    await first.prompt('Read.');
    await first.close();
    assert.deepEqual(setup.statuses(), [200, 400]);
    setup.model.push(say('One.'), say('Two.'), say('Three.'));
    return { ...setup, session: first.sessionFile };
  }

  it('is warned of when a user interface comes, though it was recorded without one', async (t) => {
    const { sandbox, session } = await poisonedSession(t);
    const silent = await sandbox.inProcess({ ...guarded, session, ui: false });
    await silent.prompt('a');
    await silent.close();
    const pi = await sandbox.inProcess({ ...guarded, session });
    await pi.prompt('b');
    assert.deepEqual(pi.notifications, [{ type: 'warning', message: historyWarning(1, written) }]);
    assert.deepEqual(
      evidenceOf(sandbox).map((record) => record.notified),
      [false],
    );
  });

  it('is warned of once and recorded once over restarts, and its file keeps every byte', async (t) => {
    const { sandbox, session, statuses } = await poisonedSession(t);
    const before = readFileSync(session, 'utf8');
    const warnings = [];
    for (const prompts of [['a', 'b'], ['c']]) {
      const pi = await sandbox.inProcess({ ...guarded, session });
      for (const prompt of prompts) await pi.prompt(prompt);
      warnings.push(...pi.notifications);
      await pi.close();
    }
    assert.deepEqual(warnings, [{ type: 'warning', message: historyWarning(1, written) }]);
    assert.deepEqual(statuses().slice(2), [200, 200, 200]);
    assert.ok(readFileSync(session, 'utf8').startsWith(before));
    const records = evidenceOf(sandbox);
    assert.equal(records.length, 1);
    assert.deepEqual([records[0]?.kind, records[0]?.action], ['stored_tool_call', 'healed']);
    assert.match(records[0]?.removedToolCalls[0]?.mintedId ?? '', /^opl_/);
  });

  it('shows the model the call and its result under the same minted id at every request', async (t) => {
    const { model, sandbox, session } = await poisonedSession(t);
    const pi = await sandbox.inProcess({ ...guarded, session });
    await pi.prompt('a');
    await pi.prompt('b');
    const ids = model.requests.slice(2).map(({ body }) => {
      const { messages } = body as {
        messages: { tool_calls?: { id: string }[]; tool_call_id?: string; content?: string }[];
      };
      const called = messages.find((message) => message.tool_calls)?.tool_calls?.[0]?.id;
      const answer = messages.find((message) => message.tool_call_id !== undefined);
      assert.equal(answer?.tool_call_id, called);
      assert.match(String(answer?.content), /Scratch project/);
      return called;
    });
    assert.equal(new Set(ids).size, 1);
  });
});

describe('a faulty moment', () => {
  /** The extension on a Pi whose events and context are altered on their way to it. */
  const behind =
    (alter: (event: object, ctx: object) => [object, object]): typeof oplGuardian =>
    (api) =>
      oplGuardian({
        ...api,
        on: ((event: 'message_end', handler: (event: unknown, ctx: object) => unknown) =>
          api.on(event, (message, ctx) => handler(...alter(message, ctx)) as undefined)) as typeof api.on,
      });
  const withoutSession = behind((event, ctx) => [
    event,
    Object.create(ctx, { sessionManager: { get: () => assert.fail('the session is gone') } }),
  ]);

  it('an error inside the filter leaves the message as it was and is told', async (t) => {
    const { sandbox } = await setUp(t, onlyMalformed);
    const broken = behind((event, ctx) => {
      const { message } = event as { message?: object };
      const unreadable =
        message && Object.create(message, { content: { get: () => assert.fail('unreadable') } });
      return [{ ...event, message: unreadable }, ctx];
    });
    const pi = await sandbox.inProcess({ ...guarded, extensionFactories: [broken] });
    await pi.prompt('Go.');
    assert.deepEqual(pi.extensionErrors, []);
    assert.match(pi.notifications[0]?.message ?? '', /left it as it was: unreadable/);
    const stored = storedMessages(await pi.entries()).find((message) => message.role === 'assistant');
    assert.equal(stored?.role === 'assistant' && stored.content[0]?.type, 'toolCall');
  });

  it('an error while an incident is recorded costs the evidence, and the calls are dropped', async (t) => {
    const { sandbox, statuses } = await setUp(t, onlyMalformed, say('Done.'));
    const pi = await sandbox.inProcess({ ...guarded, extensionFactories: [withoutSession] });
    await pi.prompt('Go.');
    await pi.prompt('Go on.');
    const stored = storedMessages(await pi.entries()).find((message) => message.role === 'assistant');
    const failed = { written: false, why: 'the session is gone' } as const;
    assert.deepEqual(stored?.role === 'assistant' && stored.content, [
      { type: 'text', text: droppedAllNote(1, failed) },
    ]);
    assert.deepEqual(statuses(), [200, 200]);
  });

  it('an error while old history is reported leaves it healed', async (t) => {
    const { model, sandbox, statuses } = await setUp(t, onlyMalformed);
    const first = await sandbox.inProcess({ api });
    await first.prompt('Go.');
    await first.close();
    model.push(say('Done.'));
    const pi = await sandbox.inProcess({
      ...guarded,
      session: first.sessionFile,
      extensionFactories: [withoutSession],
    });
    await pi.prompt('Go on.');
    assert.deepEqual(statuses(), [200, 400, 200]);
  });

  it('an evidence file that somebody edited keeps no session blocked', async (t) => {
    const { model, sandbox, statuses } = await setUp(t, onlyMalformed);
    const first = await sandbox.inProcess({ api });
    await first.prompt('Go.');
    await first.close();
    const lines = [
      {
        kind: 'stored_tool_call',
        sessionId: first.session.sessionId,
        timestamp: 'x',
        removedToolCalls: [null],
      },
      { kind: 'stored_tool_call', sessionId: first.session.sessionId, turn: {}, notified: 'yes' },
    ];
    mkdirSync(join(sandbox.project, 'err'));
    const file = join(sandbox.project, 'err', 'guardian.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    model.push(say('Done.'));
    const pi = await sandbox.inProcess({ ...guarded, session: first.sessionFile });
    await pi.prompt('Go on.');
    assert.deepEqual(statuses(), [200, 400, 200]);
    assert.equal(evidenceOf(sandbox).length, 3);
  });
});

describe('a guarded turn under another API', () => {
  const apis: WireApi[] = ['openai-completions', 'openai-responses', 'anthropic', 'google'];
  const turns = {
    'thinking, a malformed and a valid call': [
      { type: 'thinking' as const, thinking: 'Hm.' },
      { type: 'text' as const, text: 'I look.' },
      ...(mixed.parts ?? []),
    ],
    'text and a malformed call': [{ type: 'text' as const, text: 'I look.' }, ...(onlyMalformed.parts ?? [])],
  };
  for (const [what, parts] of Object.entries(turns)) {
    for (const from of apis) {
      for (const to of apis) {
        it(`${what}: made with ${from}, replayed to ${to}`, async (t) => {
          const { sandbox, statuses } = await setUp(t, { parts }, say('One.'), say('Two.'));
          const model = 'fake-thinker';
          const first = await sandbox.inProcess({ ...guarded, api: from, model });
          await first.prompt('Go.');
          await first.close();
          const second = await sandbox.inProcess({ ...guarded, api: to, model, session: first.sessionFile });
          await second.prompt('Go on.');
          assert.ok(
            statuses().every((status) => status === 200),
            String(statuses()),
          );
        });
      }
    }
  }
});
