import type { AgentHandle } from '@deepseek-ai/dsh-agent';
import { type ContentBlock, createUserMessage } from '@deepseek-ai/dsh-llm';
import type { SessionEvent, TurnEndReason } from '@deepseek-ai/dsh-session';
import type { Provider } from './provider.ts';
import type { DshAgent, DshSaid, DshToolResult } from './types.ts';

/** Drives one agent of the host by prompts. */
export function driveAgent({ agent, dispose }: AgentHandle, provider: Provider): DshAgent {
  return {
    id: agent.id,
    agent,
    session: agent.session,
    async say(text, ...turns) {
      const firstEvent = agent.session.seq;
      const firstRequest = provider.requests.length;
      provider.push(...turns);
      agent.followup(createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } }));
      await agent.whenIdle();
      await agent.ctx.sessions.flush(agent.session);
      const said = summarize(agent.session.events.slice(firstEvent), provider.requests.slice(firstRequest));
      assertScriptUsed(provider.balance(), said);
      return said;
    },
    dispose,
  };
}

/** Text of the text blocks, one after the other. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function summarize(events: readonly SessionEvent[], requests: DshSaid['requests']): DshSaid {
  const messages = events.filter((event) => event.type === 'assistant/message');
  return {
    events,
    toolResults: toolResults(events),
    text: textOf(messages.at(-1)?.data.message.content ?? []),
    ended: lastEnd(events),
    requests,
  };
}

function lastEnd(events: readonly SessionEvent[]): TurnEndReason {
  const end = events.findLast((event) => event.type === 'turn/end');
  if (!end) throw new Error('the agent is idle, but its turn did not end');
  return end.data.reason;
}

/** Results in the order of the log, each with the name of the first call of its id that has none yet. */
function toolResults(events: readonly SessionEvent[]): DshToolResult[] {
  const open = events.filter((event) => event.type === 'tool/call').map((event) => event.data);
  return events
    .filter((event) => event.type === 'tool/result')
    .map(({ data }) => {
      const [block] = data.message.content;
      const index = open.findIndex(({ callId }) => callId === block.toolCallId);
      const name = index < 0 ? '' : (open.splice(index, 1)[0]?.name ?? '');
      return {
        callId: block.toolCallId,
        name,
        text: textOf(block.content),
        isError: block.isError ?? false,
      };
    });
}

function assertScriptUsed(balance: number, { ended }: DshSaid): void {
  if (balance < 0) throw new Error(`the model was asked ${-balance} time(s) more than the script has turns`);
  if (balance > 0) {
    throw new Error(
      `${balance} scripted turn(s) were not asked for; the turn ended with ${JSON.stringify(ended)}`,
    );
  }
}
