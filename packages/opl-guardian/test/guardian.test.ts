import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardAssistantMessage } from '../src/guardian.ts';
import { droppedAllNote, droppedSomeNote } from '../src/notes.ts';
import { assistant, call, text, thinking } from './build.ts';

const written = { written: true, file: 'err/guardian.jsonl' } as const;

function guard(content: unknown[], more = {}) {
  const guarded = guardAssistantMessage(assistant(content, more));
  assert.ok(guarded, 'the message should have been changed');
  return guarded;
}

describe('what is malformed', () => {
  const malformed: [string, unknown, unknown, string][] = [
    ['an empty id', '', 'read', 'blank-id'],
    ['an id of white space', ' \t\n\u00a0', 'read', 'blank-id'],
    ['a missing id', undefined, 'read', 'blank-id'],
    ['a null id', null, 'read', 'blank-id'],
    ['a number as id', 7, 'read', 'id-not-a-string'],
    ['an object as id', { a: 1 }, 'read', 'id-not-a-string'],
    ['an empty name', 'call_1', '', 'blank-name'],
    ['a name of white space', 'call_1', '  ', 'blank-name'],
    ['a missing name', 'call_1', undefined, 'blank-name'],
    ['a list as name', 'call_1', ['read'], 'name-not-a-string'],
    ['both blank', '', '', 'blank-id+blank-name'],
  ];
  for (const [what, id, name, reason] of malformed) {
    it(`${what} is malformed: ${reason}`, () => {
      const bad = call(id, name);
      assert.deepEqual(guard([bad]).removedToolCalls, [{ toolCall: bad, reason, contentIndex: 0 }]);
    });
  }

  for (const api of ['openai-responses', 'azure-openai-responses', 'openai-codex-responses']) {
    for (const id of ['|fc_1', 'undefined|fc_1', 'null|fc_1', ' |fc_1', 'undefined', 'null', '|']) {
      it(`on ${api} the id ${JSON.stringify(id)} has no call id`, () => {
        assert.equal(guard([call(id, 'read')], { api }).removedToolCalls[0]?.reason, 'blank-id');
      });
    }
    it(`on ${api} a call id behind which the item id is missing is valid`, () => {
      assert.equal(guardAssistantMessage(assistant([call('call_1|', 'read')], { api })), undefined);
    });
  }

  it('on other APIs the bar and the word undefined are ordinary characters', () => {
    for (const id of ['|fc_1', 'undefined', 'null|x']) {
      assert.equal(guardAssistantMessage(assistant([call(id, 'read')])), undefined);
    }
  });

  it('arguments are never judged', () => {
    for (const value of [undefined, null, 'half a {', [], 7]) {
      assert.equal(
        guardAssistantMessage(assistant([call('call_1', 'read', { arguments: value })])),
        undefined,
      );
    }
  });

  it('an unfamiliar, illegal or long name is not malformed', () => {
    for (const name of ['no_such_tool', 'a b', 'functions.exec', 'x'.repeat(300)]) {
      assert.equal(guardAssistantMessage(assistant([call('call_1', name)])), undefined);
    }
  });

  it('only assistant messages with a list as content are looked at', () => {
    assert.equal(guardAssistantMessage({ ...assistant([call('', '')]), role: 'user' }), undefined);
    for (const content of ['text', null, undefined, { type: 'toolCall' }]) {
      assert.equal(guardAssistantMessage(assistant(content)), undefined);
    }
  });
});

describe('valid and malformed calls in one message', () => {
  const first = call('a', 'read');
  const second = call('b', 'bash');

  it('only the malformed ones go; the others are the same objects in the same order', () => {
    const { message, removedToolCalls, keptToolCalls } = guard([call('', 'x'), first, call('c', ''), second]);
    const left = message.content as unknown[];
    assert.equal(left.length, 3);
    assert.equal(left[1], first);
    assert.equal(left[2], second);
    assert.equal(removedToolCalls.length, 2);
    assert.equal(keptToolCalls, 2);
  });

  for (const stopReason of ['toolUse', 'length', 'stop', 'error', 'aborted']) {
    it(`a ${stopReason} stop stays`, () => {
      assert.equal(guard([first, call('', 'x')], { stopReason }).message.stopReason, stopReason);
    });
  }

  for (const api of ['openai-completions', 'anthropic-messages', 'google-generative-ai', 'some-new-api']) {
    it(`on ${api} the note stands in front of the first surviving call, behind thinking and text`, () => {
      const kept = [thinking('t', 's'), text('I look.')];
      const { message } = guard([...kept, call('', 'x'), first, second], { api });
      const note = text(`\n\n${droppedSomeNote(1, 2, written)}`);
      assert.deepEqual(message.content, [...kept, note, first, second]);
    });
  }

  for (const api of ['openai-responses', 'azure-openai-responses', 'openai-codex-responses']) {
    it(`on ${api} the note stands in front of everything`, () => {
      const said = [thinking('t', 's1'), text('I look.', { textSignature: 'msg_1' }), thinking('u', 's2')];
      const { message, unpairedToolCallIds } = guard([...said, call('a|fc_1', 'read'), call('|fc_2', 'x')], {
        api,
      });
      const note = text(`${droppedSomeNote(1, 1, written)}\n\n`);
      assert.deepEqual(message.content, [note, ...said, call('a|fc_1', 'read')]);
      assert.deepEqual(unpairedToolCallIds, []);
    });
  }

  it('a note without text before it has no blank line in front', () => {
    const { message } = guard([thinking('t'), call('', 'x'), first]);
    assert.deepEqual(message.content, [thinking('t'), text(droppedSomeNote(1, 1, written)), first]);
  });

  it('a note is kept apart from text that follows it', () => {
    const { message } = guard([first, text('More.'), call('', 'x')]);
    assert.deepEqual(message.content, [text(`${droppedSomeNote(1, 1, written)}\n\n`), first, text('More.')]);
  });

  it('blank text blocks and blocks that are no text are told apart', () => {
    const odd = { type: 'image', data: 'x' };
    const { message } = guard([text('  '), odd, call('', 'x'), first, null]);
    assert.deepEqual(message.content, [odd, text(droppedSomeNote(1, 1, written)), first, null]);
  });

  it('thinking that stood behind the last surviving call for the sake of a dropped one goes with it', () => {
    const { message } = guard([first, thinking('again', 's'), call('', 'x')], { api: 'anthropic-messages' });
    assert.deepEqual(message.content, [text(droppedSomeNote(1, 1, written)), first]);
  });
});

describe('reasoning items of the Responses family', () => {
  const api = 'openai-responses';
  const note = text(droppedSomeNote(1, 1, written));

  it('a reasoning item whose call is dropped goes, and the call behind it is named as unpaired', () => {
    const { message, unpairedToolCallIds } = guard(
      [thinking('t', 'rs_1'), call('|fc_1', 'x'), call('b|fc_2', 'read')],
      {
        api,
      },
    );
    assert.deepEqual(message.content, [note, call('b|fc_2', 'read')]);
    assert.deepEqual(unpairedToolCallIds, ['b|fc_2']);
  });

  it('text of the same group loses the message id that points to the lost reasoning', () => {
    const said = text('Then.', { textSignature: 'msg_1' });
    const { message } = guard([thinking('t', 'rs_1'), call('|fc_1', 'x'), said, call('b|fc_2', 'read')], {
      api,
    });
    assert.deepEqual(message.content, [text(`${note.text}\n\n`), text('Then.'), call('b|fc_2', 'read')]);
  });

  it('reasoning of another group stays with its own call', () => {
    const second = [thinking('u', 'rs_2'), call('b|fc_2', 'read')];
    const { message, unpairedToolCallIds } = guard([thinking('t', 'rs_1'), call('|fc_1', 'x'), ...second], {
      api,
    });
    assert.deepEqual(message.content, [note, ...second]);
    assert.deepEqual(unpairedToolCallIds, []);
  });

  it('reasoning that is directly followed by a surviving item stays when a later call is dropped', () => {
    const kept = [thinking('t', 'rs_1'), call('a|fc_1', 'read')];
    assert.deepEqual(guard([...kept, call('|fc_2', 'x')], { api }).message.content, [note, ...kept]);
  });

  it('a blank message item takes its reasoning with it', () => {
    const content = [
      thinking('t', 'rs_1'),
      text('', { textSignature: 'msg_1' }),
      call('a|fc_1', 'read'),
      call('|fc_2', ''),
    ];
    assert.deepEqual(guard(content, { api }).unpairedToolCallIds, ['a|fc_1']);
  });
});

describe('signatures of the Google APIs', () => {
  const signed = call('a', '', { thoughtSignature: 'c2ln' });
  for (const api of ['google-generative-ai', 'google-vertex']) {
    it(`on ${api} the first survivor takes over the signature of the dropped call and nothing else changes`, () => {
      const survivor = call('b', 'read');
      const last = call('c', 'bash');
      const content = guard([signed, survivor, last], { api }).message.content as unknown[];
      assert.deepEqual(content[1], { ...survivor, thoughtSignature: 'c2ln' });
      assert.equal(content[2], last);
      assert.equal('thoughtSignature' in survivor, false);
    });
  }

  it('a survivor that has its own signature stays the same object', () => {
    const survivor = call('b', 'read', { thoughtSignature: 'b3du' });
    const content = guard([signed, survivor], { api: 'google-vertex' }).message.content as unknown[];
    assert.equal(content[1], survivor);
  });

  it('elsewhere the field is no signature and stays where it was', () => {
    const survivor = call('b', 'read');
    assert.equal((guard([signed, survivor]).message.content as unknown[])[1], survivor);
  });
});

describe('only malformed calls', () => {
  it('what is left is the text of the model and the note', () => {
    const content = [
      thinking('t', 's'),
      text('I look.', { textSignature: 'msg_1' }),
      text(' '),
      call('', 'x'),
      call('a', ''),
    ];
    const { message, keptToolCalls } = guard(content);
    assert.deepEqual(message.content, [text('I look.'), text(`\n\n${droppedAllNote(2, written)}`)]);
    assert.equal(keptToolCalls, 0);
  });

  it('without text the note alone is left', () => {
    assert.deepEqual(guard([thinking('t', 's'), call('', 'x')]).message.content, [
      text(droppedAllNote(1, written)),
    ]);
  });

  it('a toolUse stop becomes stop', () => {
    assert.equal(guard([call('', 'x')]).message.stopReason, 'stop');
  });

  for (const stopReason of ['stop', 'length', 'error', 'aborted']) {
    it(`a ${stopReason} stop stays`, () => {
      assert.equal(guard([call('', 'x')], { stopReason }).message.stopReason, stopReason);
    });
  }

  it('the note says how many calls were dropped, where the evidence is, that no tool ran, and what to do', () => {
    const note = droppedAllNote(2, written);
    for (const part of ['2 malformed tool calls', 'err/guardian.jsonl', 'no tool ran', 'another prompt']) {
      assert.ok(note.includes(part), `${part} is missing in: ${note}`);
    }
  });

  it('the note says when and why the evidence could not be written', () => {
    const guarded = guardAssistantMessage(assistant([call('', 'x')]), {
      written: false,
      why: 'EACCES, permission denied',
    });
    assert.ok(guarded);
    const [{ text: note }] = guarded.message.content as [{ text: string }];
    assert.match(note, /could not be written to err\/guardian\.jsonl: EACCES, permission denied/);
    assert.doesNotMatch(note, /Evidence: /);
  });
});
