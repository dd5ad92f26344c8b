import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import fc from 'fast-check';
import featureMap from '../../src/host/pi.ts';
import { SETTINGS_FILE } from '../../src/settings-file.ts';
import { setUp } from './project.ts';

type Handler = (event: unknown, ctx: unknown) => unknown;

function fail(): never {
  throw new Error('the host failed');
}

/** The handlers that the extension registers with a Pi that does nothing but what is given. */
function handlersOn(host: object = {}): (event: string, ...args: Parameters<Handler>) => unknown {
  const handlers = new Map<string, Handler>();
  featureMap({
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
    registerTool: () => {},
    appendEntry: () => {},
    getAllTools: () => [],
    getActiveTools: () => ['read', 'bash', 'feature_map'],
    ...host,
  } as unknown as ExtensionAPI);
  return (name, event, ctx) => (handlers.get(name) ?? assert.fail(name))(event, ctx);
}

let sessions = 0;

/** The context of a new session. */
function contextIn(cwd: string, overrides: object = {}): object {
  const id = `session ${sessions++}`;
  const sessionManager = { getSessionId: () => id, getEntries: () => [] };
  return Object.defineProperties(
    { cwd, hasUI: true, ui: { notify: () => {} }, sessionManager },
    Object.getOwnPropertyDescriptors(overrides),
  );
}

const read = { toolName: 'read', toolCallId: '1', input: { path: 'src/tickets.ts' } };

test('sessions are told apart by their ids', async (t) => {
  const { project } = (await setUp(t)).sandbox;
  const emit = handlersOn();
  const [one, other] = [contextIn(project), contextIn(project)];
  const isDenied = (ctx: object) => emit('tool_call', read, ctx) !== undefined;
  assert.deepEqual([one, other, one, other].map(isDenied), [true, true, false, false]);
});

test('once a session is settled, its calls ask the host for nothing', async (t) => {
  const { project } = (await setUp(t)).sandbox;
  for (const settle of ['tool_call', 'tool_execution_start']) {
    let questions = 0;
    const asks = (answer: string[]) => () => {
      questions += 1;
      return answer;
    };
    const emit = handlersOn({ getActiveTools: asks(['read', 'feature_map']), getAllTools: asks([]) });
    const ctx = contextIn(project);
    emit(settle, settle === 'tool_call' ? read : { toolName: 'feature_map' }, ctx);
    const before = questions;
    for (const toolName of ['read', 'bash', 'codemode']) emit('tool_call', { ...read, toolName }, ctx);
    assert.equal(questions, before);
  }
});

describe('no handler throws, since Pi would take that for a denial', () => {
  test('property: whatever a call carries', async (t) => {
    const { project } = (await setUp(t)).sandbox;
    const value = fc.oneof(
      fc.anything(),
      fc.constantFrom('src/tickets.ts', '@', '@src', 'file://x/y', '~', 'ls src'),
    );
    const event = fc.record({
      toolName: fc.constantFrom<unknown>(
        'read',
        'bash',
        'ls',
        'grep',
        'feature_map',
        '__proto__',
        '',
        7,
        null,
      ),
      toolCallId: fc.anything(),
      parentToolCallId: fc.option(fc.anything(), { nil: undefined }),
      input: fc.oneof(
        fc.anything(),
        fc.record({ path: value, command: value, pattern: value }, { requiredKeys: [] }),
      ),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), (events) => {
        const [emit, ctx] = [handlersOn(), contextIn(project)];
        const answers = events.map((given) => {
          emit('tool_execution_start', given, ctx);
          return emit('tool_call', given, ctx);
        });
        const denied = answers.filter((answer) => answer !== undefined);
        assert.ok(denied.length <= 1);
        for (const answer of denied) assert.equal((answer as { block?: unknown }).block, true);
      }),
      { numRuns: 300 },
    );
  });

  test('whatever fails in the host', async (t) => {
    const { project } = (await setUp(t)).sandbox;
    const prompt = { systemPromptOptions: { selectedTools: ['read', 'feature_map'], sections: {} } };
    const contexts: readonly object[] = [
      contextIn(project, { sessionManager: undefined }),
      contextIn(project, { sessionManager: { getSessionId: fail } }),
      contextIn(project, { sessionManager: { getSessionId: () => 'x', getEntries: fail } }),
      contextIn(project, {
        get cwd() {
          return fail();
        },
      }),
      contextIn(project, { cwd: 7 }),
    ];
    for (const [index, ctx] of contexts.entries()) {
      const emit = handlersOn();
      emit('before_agent_start', prompt, ctx);
      emit('tool_execution_start', { toolName: 'feature_map' }, ctx);
      assert.equal(emit('tool_call', read, ctx), undefined, String(index));
    }
    for (const host of [{ getActiveTools: fail }, { getAllTools: fail }]) {
      assert.equal(handlersOn(host)('tool_call', read, contextIn(project)), undefined);
    }
  });

  test('and a denial is given where only keeping or telling fails', async (t) => {
    const { sandbox } = await setUp(t, { files: { [SETTINGS_FILE]: 'no JSON' } });
    const ctx = contextIn(sandbox.project, { ui: { notify: fail } });
    const emit = handlersOn({ appendEntry: fail });
    assert.equal((emit('tool_call', read, ctx) as { block?: unknown } | undefined)?.block, true);
    assert.equal(emit('tool_call', read, ctx), undefined);
  });
});
