import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { passages } from '../../../src/components/lesson/figures/replays.ts';
import { type Bench, benchOf } from '../../../src/components/lesson/figures/signature-check.ts';
import {
  type BenchForm,
  exampleForm,
  type Scheme,
  schemeNames,
  schemes,
} from '../../../src/components/lesson/figures/signature-schemes.ts';
import { segmentsHtml, viewOf } from '../../../src/components/lesson/figures/signature-view.ts';
import { movesOf } from '../../../src/components/lesson/figures/versions.ts';
import { signing } from '../../../src/sandbox/signatures.ts';

const form = (scheme: Scheme, changes: Partial<BenchForm> = {}) => ({ ...exampleForm(scheme), ...changes });

function bench(scheme: Scheme, changes: Partial<BenchForm> = {}): Bench {
  const shown = benchOf(form(scheme, changes));
  if (typeof shown === 'string') throw new Error(shown);
  return shown;
}

const says = (scheme: Scheme, changes: Partial<BenchForm> = {}) => {
  const { word, says, wrong } = viewOf(benchOf(form(scheme, changes)), form(scheme, changes)).text;
  return wrong || `${word}: ${says}`;
};

test.each(schemeNames)(
  '%s: the published example is signed as its publisher says, and accepted',
  (scheme) => {
    const { sent, check } = bench(scheme);
    expect(sent.headers.at(-1)?.value).toBe(schemes[scheme].example.signature);
    expect(check.kind).toBe('genuine');
  },
);

test.each(schemeNames)('%s: what the bench shows as signed are the bytes that the labs sign', (scheme) => {
  const { secret, id, timestamp, body } = exampleForm(scheme);
  const { signed } = signing(scheme, { secret, id, timestamp: Number(timestamp), body });
  const shown = bench(scheme).sent;
  expect(new TextEncoder().encode(shown.segments.map(({ text }) => text).join(''))).toEqual(signed);
  expect(shown.bytes).toBe(signed.length);
});

test('a byte, an id or a time that changes on the way breaks the signature if it lies under it', () => {
  // msg_p5jXN8AQM9LWM0D4loKWxJek has 28 letters, then a dot, ten digits and a dot: the body begins at 41.
  expect(says('standard-webhooks', { gotBody: '{"test": 2432232315}' })).toBe(
    'Refused: The signature does not fit. At byte 59, “4” was signed, and “5” is checked.',
  );
  expect(says('standard-webhooks', { gotId: 'msg_p5jXN8AQM9LWM0D4loKWxJek-b' })).toBe(
    'Refused: The signature does not fit. At byte 29, “.” was signed, and “-” is checked.',
  );
  expect(says('standard-webhooks', { gotTimestamp: '1614265332' })).toBe(
    'Refused: The signature does not fit. At byte 39, “0” was signed, and “2” is checked.',
  );
  // 1533204620 and a dot; the body begins at 12 with a brace, and the line ends.
  expect(says('stripe', { gotBody: '{"id": "evt_123"}' })).toBe(
    'Refused: The signature does not fit. At byte 13, the end of a line was signed, and a quotation mark is checked.',
  );
});

test('GitHub signs neither an id nor a time, so another id goes unnoticed', () => {
  expect(says('github')).toBe('Genuine: The signature fits. How old it is nobody can say: no time is sent.');
  expect(says('github', { gotId: 'another', later: '3600' })).toBe(
    'Genuine: The signature fits, although the id is another one. How old it is nobody can say: no time is sent.',
  );
});

test('a body that is written again has other bytes, and one that is not JSON is not even checked', () => {
  // {"test": is eight bytes, from 41 to 48; then the space.
  expect(says('standard-webhooks', { reads: 'again' })).toBe(
    'Refused: The signature does not fit. At byte 49, a space was signed, and “2” is checked.',
  );
  const compact = '{"test":2432232314}';
  expect(says('standard-webhooks', { reads: 'again', body: compact, gotBody: compact })).toBe(
    'Genuine: The signature fits. It is 2 seconds old.',
  );
  expect(says('github', { reads: 'again' })).toBe(
    'Error: The body is not JSON, so the parser throws before anything is checked. The sender hears 500.',
  );
});

test('300 seconds are allowed; a time ahead is refused by Standard Webhooks and not by Stripe’s libraries', () => {
  expect(says('stripe', { later: '300' })).toBe('Genuine: The signature fits. It is 300 seconds old.');
  expect(says('stripe', { later: '301' })).toBe(
    'Refused: The signature fits. But it is 301 seconds old, and 300 are allowed.',
  );
  expect(says('standard-webhooks', { later: '-300' })).toBe(
    'Genuine: The signature fits. Its time lies 300 seconds ahead, as clocks differ.',
  );
  expect(says('standard-webhooks', { later: '-301' })).toBe(
    'Refused: The signature fits. But its time lies 301 seconds ahead, and 300 are allowed.',
  );
  expect(says('stripe', { later: '-301' })).toBe(
    'Genuine: The signature fits. Its time lies 301 seconds ahead, and Stripe’s libraries refuse only what is too old.',
  );
});

test('a dot that moves from the body into the time leaves the bytes as they were, and the time is none', () => {
  const moved = { id: 'a', timestamp: '1', body: '2.{}', gotId: 'a', gotTimestamp: '1.2', gotBody: '{}' };
  expect(says('standard-webhooks', moved)).toBe('Refused: The signature fits. But “1.2” is no time.');
  // Into the id, it does harm: another id, and a time that is one.
  const intoId = { id: 'a', timestamp: '1', body: '2.{}', gotId: 'a.1', gotTimestamp: '2', gotBody: '{}' };
  expect(says('standard-webhooks', intoId)).toBe(
    'Genuine: The signature fits, although the id is another one. It is 1 second old.',
  );
});

test('the wrong key is told by its length', () => {
  // whsec_ and 32 letters of base64 are 38 letters, and 24 bytes when decoded.
  expect(says('standard-webhooks', { key: 'as-it-stands' })).toBe(
    'Refused: The bytes are the same, and the signature does not fit: this receiver’s key has 38 bytes, the sender’s has 24 bytes.',
  );
  // As text, each of its bytes above 127 becomes two.
  const bytes = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const high = bytes.filter((byte) => byte > 127).length;
  expect(says('standard-webhooks', { key: 'decoded-to-text' })).toContain(`key has ${24 + high} bytes`);
  expect(says('github', { key: 'decoded' })).toBe(
    'Refused: This receiver decodes a secret that is not base64, and finds no key in it.',
  );
  // Under Stripe's scheme a secret that looks the same is a key as it stands.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(bench('stripe', { secret, timestamp: '5', body: '{}' }).sent.headers).toEqual([
    {
      name: 'stripe-signature',
      value: `t=5,v1=${createHmac('sha256', secret).update('5.{}').digest('hex')}`,
      covered: true,
    },
  ]);
});

test('what cannot be signed or counted is said in one sentence', () => {
  expect(says('github', { secret: '' })).toBe('Without a secret nobody can sign. Write one.');
  expect(says('standard-webhooks', { secret: 'whsec_?' })).toBe(
    '“whsec_?” is not base64 after whsec_, so Standard Webhooks finds no key in it.',
  );
  expect(says('stripe', { timestamp: '1.5' })).toBe(
    'The time is sent in whole seconds since 1970, and “1.5” is no such number.',
  );
  expect(says('stripe', { later: 'soon' })).toBe(
    '“soon” is no number of seconds. Write one such as 2, 301 or 3600.',
  );
});

test('what is typed is shown as text, with the first difference marked by its byte', () => {
  const segments = [{ part: 'body', text: 'é<b> "&' } as const];
  // é has two bytes, so the third byte is the bracket.
  expect(segmentsHtml(segments, { byte: 3, signed: 'x', checked: '<' })).toBe(
    '<span class="part body">é<mark>&lt;</mark>b&gt;<span class="sp"> </span>&quot;&amp;</span>',
  );
});

test('of a delivery and its copies, only what GitHub does not sign gets work done a second time', () => {
  expect(passages().map(({ seal, clock, memory, end }) => [seal, clock, memory, end])).toEqual([
    ['through', 'through', 'through', 'done'],
    ['through', 'through', 'stops', 'known'],
    ['through', 'through', 'stops', 'known'],
    ['through', 'stops', 'not reached', 'refused'],
    ['stops', 'not reached', 'not reached', 'refused'],
    ['stops', 'not reached', 'not reached', 'refused'],
    ['through', 'none', 'through', 'done'],
  ]);
});

test('with versions a parcel’s state never goes back, and every event is answered 200', async () => {
  const steps = async (handler: string) =>
    (await movesOf(handler)).map(({ version, before, after }) => [version, before, after]);
  expect(await steps('version-decides')).toEqual([
    [2, 0, 2],
    [1, 2, 2],
    [4, 2, 4],
    [4, 4, 4],
    [3, 4, 4],
  ]);
  expect(await steps('last-arrival-wins')).toEqual([
    [2, 0, 2],
    [1, 2, 1],
    [4, 1, 4],
    [4, 4, 4],
    [3, 4, 3],
  ]);
  expect((await movesOf('version-decides')).map(({ answer }) => answer)).toEqual([200, 200, 200, 200, 200]);
}, 60_000);
