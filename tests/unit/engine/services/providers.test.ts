import { describe, expect, test } from 'vitest';
import { email } from '../../../../src/engine/world/services/email.ts';
import { llm } from '../../../../src/engine/world/services/llm.ts';
import { hour, provider } from './support.ts';

describe('email.send', () => {
  test('sends at every call when it has no key', () => {
    const it = provider('email');
    expect(it.value('send', { to: 'ada@example.com', subject: 'Paid' })).toEqual({
      id: 'em_1',
      requestId: 'req_1',
    });
    it.now = 3;
    it.value('send', { to: 'ada@example.com', subject: 'Paid', body: '10.00' });
    expect(it.rows('SELECT * FROM message')).toEqual([
      ['em_1', 'ada@example.com', 'Paid', null, null, 'req_1', 0],
      ['em_2', 'ada@example.com', 'Paid', '10.00', null, 'req_2', 3],
    ]);
  });

  test('with a key sends once within 24 hours', () => {
    const it = provider('email');
    const message = { to: 'ada@example.com', subject: 'Paid', idempotencyKey: 'receipt/order-9' };
    const first = it.value('send', message);
    it.now = 24 * hour - 1;
    expect(it.value('send', message)).toEqual(first);
    expect(it.rows('SELECT count(*) FROM message')).toEqual([[1]]);
    expect(it.instants(email.deadlines ?? '')).toEqual([24 * hour]);
    it.now = 24 * hour;
    expect(it.value('send', message)).toEqual({ id: 'em_2', requestId: 'req_3' });
  });

  test('refuses a key that came with another message', () => {
    const it = provider('email');
    it.value('send', { to: 'ada', subject: 'Paid', idempotencyKey: 'k' });
    expect(it.refusal('send', { to: 'bob', subject: 'Paid', idempotencyKey: 'k' })).toBe(
      'IDEMPOTENCY_MISMATCH: The idempotency key "k" came first with send ["ada","Paid",null], and now with send ["bob","Paid",null]. Use a new key for a new request.',
    );
    // A long fingerprint is shortened in the message: 60 characters of it.
    expect(it.refusal('send', { to: 'x'.repeat(100), subject: 'Paid', idempotencyKey: 'k' })).toBe(
      `IDEMPOTENCY_MISMATCH: The idempotency key "k" came first with send ["ada","Paid",null], and now with send ["${'x'.repeat(53)}…. Use a new key for a new request.`,
    );
  });

  test('needs somebody to write to, and a subject', () => {
    const it = provider('email');
    const write = 'Write email.send({ to, subject, body?, idempotencyKey? }).';
    expect(it.refusal('send', { subject: 'Paid' })).toBe(
      `INVALID_ARGUMENT: email.send takes to, a text that is not empty; it got nothing. ${write}`,
    );
    expect(it.refusal('send', { to: 'ada' })).toBe(
      `INVALID_ARGUMENT: email.send takes subject, a text that is not empty; it got nothing. ${write}`,
    );
  });
});

describe('llm.generate', () => {
  // FNV-1a of "Name it" is 2301613839: 0 modulo 7, 3 modulo 6 and 4 modulo 5 choose the words of the
  // first text, and the next number those of the second: 1, 4 and 0.
  const first = 'Certainly: a grey heron is late again.';
  const second = 'Of course: the night train waits for rain.';

  test('gives another text each time, bills each, and does the same in every run', () => {
    for (let run = 0; run < 2; run += 1) {
      const it = provider('llm');
      // "Name it" has 7 characters, 2 tokens. The texts have 38 and 42: 10 and 11.
      expect(it.value('generate', { prompt: 'Name it' })).toEqual({
        text: first,
        tokens: 12,
        requestId: 'req_1',
      });
      expect(it.value('generate', { prompt: 'Name it' })).toEqual({
        text: second,
        tokens: 13,
        requestId: 'req_2',
      });
      expect(it.rows('SELECT * FROM generation')).toEqual([
        ['gen_1', 'Name it', first, 12, null, 'req_1', 0],
        ['gen_2', 'Name it', second, 13, null, 'req_2', 0],
      ]);
    }
  });

  test('gives the first text whatever was asked in between', () => {
    const it = provider('llm');
    it.value('generate', { prompt: 'Another' });
    expect(it.value('generate', { prompt: 'Name it' })).toMatchObject({ text: first });
  });

  test('repeats no text of a prompt for 210 generations', () => {
    const it = provider('llm');
    const texts = Array.from(
      { length: 211 },
      () => it.value('generate', { prompt: 'p' }) as { text: string },
    );
    expect(new Set(texts.slice(0, 210).map(({ text }) => text)).size).toBe(210);
    expect(texts[210]?.text).toBe(texts[0]?.text);
  });

  test('writes at most maxTokens of four characters', () => {
    const it = provider('llm');
    expect(it.value('generate', { prompt: 'Name it', maxTokens: 2 })).toEqual({
      text: 'Certainl',
      tokens: 4,
      requestId: 'req_1',
    });
  });

  test('with a key generates and bills once within 24 hours', () => {
    const it = provider('llm');
    const ask = { prompt: 'Name it', idempotencyKey: 'job-1' };
    expect(it.value('generate', ask)).toEqual(it.value('generate', ask));
    expect(it.rows('SELECT sum(tokens) FROM generation')).toEqual([[12]]);
    expect(it.refusal('generate', { ...ask, maxTokens: 5 })).toBe(
      'IDEMPOTENCY_MISMATCH: The idempotency key "job-1" came first with generate ["Name it",256], and now with generate ["Name it",5]. Use a new key for a new request.',
    );
    expect(it.instants(llm.deadlines ?? '')).toEqual([24 * hour]);
    it.now = 24 * hour;
    expect(it.value('generate', ask)).toMatchObject({ text: second });
  });

  test('refuses a length of nothing', () => {
    expect(provider('llm').refusal('generate', { prompt: 'p', maxTokens: 0 })).toBe(
      'INVALID_ARGUMENT: llm.generate takes maxTokens, a whole number from 1 up; it got 0. Write llm.generate({ prompt, maxTokens?, idempotencyKey? }).',
    );
  });
});
