import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RequestSpec, SigningSpec, TaskSpec } from '../../../src/engine/lab.ts';
import { sign } from '../../../src/sandbox/signatures.ts';
import { requestSchema, scenarioSchema } from '../../../src/schemas/lab.ts';
import { done, gets, handler, program, starts } from './helpers.ts';

describe('the published vectors', () => {
  test('Standard Webhooks', () => {
    // standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts, "sign function works".
    const delivery = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    };
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    expect(sign('standard-webhooks', delivery)).toEqual(headers);
    expect(sign('standard-webhooks', { ...delivery, body: new TextEncoder().encode(delivery.body) })).toEqual(
      headers,
    );
    // There, "verification works with and without signature prefix".
    expect(sign('standard-webhooks', { ...delivery, secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toEqual(
      headers,
    );
  });
  test('Stripe', () => {
    // stripe/stripe-dotnet, src/StripeTests/Services/Events/EventUtilityTest.cs, whose signature of
    // src/StripeTests/Resources/event_test_signature.json was made with openssl.
    const body = `{
  "id": "evt_123",
  "object": "event",
  "account": "acct_123",
  "api_version": "2017-05-25",
  "created": 1533204620,
  "data": {
    "object": {
      "id": "cus_123",
      "object": "customer",
      "created": 123456789,
      "email": "test@stripe.com",
      "livemode": false,
      "metadata": {}
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": "req_123",
    "idempotency_key": "idempotency-key-123"
  },
  "type": "customer.created"
}
`;
    expect(sign('stripe', { secret: 'webhook_secret', timestamp: 1533204620, body })).toEqual({
      'stripe-signature': 't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7',
    });
  });
  test('GitHub', () => {
    // github/docs, content/webhooks/using-webhooks/validating-webhook-deliveries.md.
    const delivery = { secret: "It's a Secret to Everybody", timestamp: 0, body: 'Hello, World!' };
    expect(sign('github', delivery)).toEqual({
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    });
  });
});

test('Stripe’s secret is a key as it stands, prefix included', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(sign('stripe', { secret, timestamp: 5, body: '{}' })).toEqual({
    'stripe-signature': `t=5,v1=${createHmac('sha256', secret).update('5.{}').digest('hex')}`,
  });
});

test('bytes that are no text are signed as they are', () => {
  const body = new Uint8Array([0xff, 0x00, 0xe9]);
  const hex = createHmac('sha256', 's').update(body).digest('hex');
  expect(sign('github', { secret: 's', timestamp: 0, body })).toEqual({
    'x-hub-signature-256': `sha256=${hex}`,
  });
});

test('what Standard Webhooks lacks is said in one sentence', () => {
  expect(() => sign('standard-webhooks', { secret: 'whsec_MfKQ9r8G', timestamp: 0, body: '' })).toThrow(
    'Standard Webhooks signs a message id, and this sender has none. Add an id to sign.',
  );
  expect(() => sign('standard-webhooks', { secret: 'whsec_?', id: 'm', timestamp: 0, body: '' })).toThrow(
    'The secret "whsec_?" is not "whsec_" and base64, as Standard Webhooks writes it. Correct sign.secret.',
  );
});

describe('a task whose request is signed', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const standard: SigningSpec = { scheme: 'standard-webhooks', secret, id: 'msg_1' };
  const task = (changes: Partial<RequestSpec>): TaskSpec => ({
    entry: 'handle',
    request: { method: 'POST', path: '/hooks', headers: {}, body: { paid: true }, ...changes },
    after: [],
  });
  const echo = handler(
    'await clock.sleep(1); return Response.json([[...request.headers], await request.text()]);',
  );
  /** Headers and body as the handler reads them, for a task that starts at `now`. */
  const received = (
    tasks: Record<string, TaskSpec>,
    id = 'w1',
    now = 1_700_000_000_999,
  ): [string[][], string] => {
    const runner = program(echo, { tasks });
    return JSON.parse(runner.run([starts(id, now), gets(0, done, now + 60_000, id)])[id]?.end?.body ?? '');
  };

  test('carries the time of its start, rounded down to seconds, and a signature of the very body', () => {
    const signed = `msg_1.1700000000.{"paid":true}`;
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(received({ w1: task({ sign: standard }) })).toEqual([
      [
        ['content-type', 'application/json'],
        ['webhook-id', 'msg_1'],
        ['webhook-signature', `v1,${createHmac('sha256', key).update(signed).digest('base64')}`],
        ['webhook-timestamp', '1700000000'],
      ],
      '{"paid":true}',
    ]);
  });
  test('can be signed long before it arrives', () => {
    const [headers] = received({ w1: task({ sign: { ...standard, ageSeconds: 301 } }) });
    expect(headers.find(([name]) => name === 'webhook-timestamp')?.[1]).toBe('1699999699');
  });
  test('is signed anew for another attempt, at the time of that attempt', () => {
    const stripe: SigningSpec = { scheme: 'stripe', secret };
    const tasks = { w1: task({ sign: stripe }), 'w1.2': task({ sign: stripe }) };
    const hex = createHmac('sha256', secret).update('1700000007.{"paid":true}').digest('hex');
    expect(received(tasks, 'w1.2', 1_700_000_007_000)[0]).toContainEqual([
      'stripe-signature',
      `t=1700000007,v1=${hex}`,
    ]);
  });
  test('is signed over its bytes, and over nothing when it has no body', () => {
    const github: SigningSpec = { scheme: 'github', secret: 's' };
    const hex = (body: Uint8Array) => createHmac('sha256', 's').update(body).digest('hex');
    const raw = Buffer.from([0xe9, 0x00]);
    const bytes: RequestSpec = { method: 'POST', path: '/', headers: {}, bodyBase64: raw.toString('base64') };
    expect(received({ w1: { ...task({}), request: { ...bytes, sign: github } } })).toEqual([
      [['x-hub-signature-256', `sha256=${hex(raw)}`]],
      '\ufffd\0',
    ]);
    const none: RequestSpec = { method: 'GET', path: '/', headers: {}, sign: github };
    expect(received({ w1: { ...task({}), request: none } })[0]).toEqual([
      ['x-hub-signature-256', `sha256=${hex(Buffer.of())}`],
    ]);
  });
  test('keeps a header that the lab writes out', () => {
    const [headers] = received({
      w1: task({
        sign: standard,
        headers: { 'Webhook-Signature': 'v1,short', 'Content-Type': 'text/plain' },
      }),
    });
    expect(headers).toEqual([
      ['content-type', 'text/plain'],
      ['webhook-id', 'msg_1'],
      ['webhook-signature', 'v1,short'],
      ['webhook-timestamp', '1700000000'],
    ]);
  });
});

describe('a lab file', () => {
  const request = { method: 'POST', path: '/' };
  const problem = (changes: object) => {
    const { error } = requestSchema.safeParse({ ...request, ...changes });
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join();
  };
  const sender = { scheme: 'standard-webhooks', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', id: 'm' };
  const notSecret =
    'sign.secret: expected whsec_ and the base64 of 24 to 64 bytes, as Standard Webhooks writes a secret';
  test.each([
    [{ bodyBase64: '6QA=' }, undefined],
    [{ sign: sender }, undefined],
    [{ sign: { scheme: 'stripe', secret: 'any text' } }, undefined],
    [{ bodyBase64: 'no base64' }, 'bodyBase64: Invalid base64-encoded string'],
    [{ body: 'a', bodyBase64: '6QA=' }, 'bodyBase64: expected one body, not body and bodyBase64 at once'],
    [{ sign: { ...sender, id: undefined } }, 'sign.id: expected a message id, which Standard Webhooks signs'],
    [{ sign: { ...sender, secret: 'whsec_any text' } }, notSecret],
    // 23 bytes.
    [{ sign: { ...sender, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaQ=' } }, notSecret],
  ])('%j', (changes, expected) => {
    expect(problem(changes)).toBe(expected);
  });
  test('cannot sign a redelivery with a secret that is none', () => {
    const redelivery = { when: 'after-end', sign: { secret: 'whsec_?' } };
    const task = { entry: 'handle', request: { ...request, sign: sender }, redelivery };
    const { error } = scenarioSchema.safeParse({ tasks: { w1: task } });
    expect(error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)).toEqual([
      `redelivery.${notSecret}`,
    ]);
  });
});
