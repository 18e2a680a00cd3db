/** Labs made up for the page of specimens: everything that a lab may have, in two small ones. */
import type { Lab, Scenario, TaskSpec } from '../../engine/lab.ts';

const request = (orderId: string): TaskSpec['request'] => ({
  method: 'POST',
  path: '/charges',
  headers: { 'idempotency-key': 'k-9' },
  body: { orderId, cents: 1000 },
});

const source = `export async function handle(request: Request, { sql, payments, redis, queue }: Env) {
  const { orderId, cents } = await request.json();
  const mine = await redis.set(\`lock:\${orderId}\`, 'held', { nx: true, ex: 30 });
  if (!mine) return Response.json({ error: 'still running' }, { status: 409 });
  const charge = await payments.charge({ amount: cents, reference: orderId });
  await sql\`INSERT INTO paid (order_id, charge_id) VALUES (\${orderId}, \${charge.id})\`;
  await queue.publish('receipts', { orderId, cents });
  return Response.json({ charged: cents }, { status: 201 });
}

export async function consume(message: Message, { email, queue }: Env) {
  const { orderId, cents } = message.body;
  await email.send({ to: 'ada@example.com', subject: \`Receipt for \${orderId}\`, body: \`You paid \${cents}.\` });
  await queue.ack(message);
}
`;

const shop: Scenario = {
  says: 'A request, its retry, and two that send receipts',
  tasks: {
    w1: {
      entry: 'handle',
      says: 'request',
      request: request('order-9'),
      after: [],
      retries: { attempts: 1, when: 'after-failure' },
    },
    w2: { entry: 'consume', says: 'receipts', from: 'receipts', after: [] },
    w3: { entry: 'consume', says: 'receipts', from: 'receipts', after: [] },
  },
  scalable: false,
  faults: { crash: 1, redeliver: 1, clockJump: 1 },
};

/** Every service but one, every fault but one, a queue, and a clock. */
export const shopLab: Lab = {
  id: 'specimen-shop',
  title: 'A shop with everything',
  lesson: 'queues-and-outboxes',
  story: 'A shop takes a payment, notes it, and sends a receipt. Everything on the way can fail.',
  task: 'Let something fail, and look at what it left behind, and where.',
  process: 'own',
  scenarios: {
    everything: shop,
    wire: {
      ...shop,
      says: 'The same over a bad line',
      faults: { loseRequest: 1, loseResponse: 1, timeout: 1 },
    },
    calm: { ...shop, says: 'The same on a good day', faults: {} },
  },
  variants: { naive: { source, migration: '', expect: {}, mutants: [], says: 'No key, no order.' } },
  properties: {
    'one-charge-per-order': {
      says: 'At most one charge per order.',
      whenBroken: 'order-9 was charged twice',
      always: 'SELECT reference FROM payments.charge GROUP BY reference HAVING count(*) > 1',
      when: 'every-state',
      witness: 'customer-is-charged',
    },
    'customer-is-charged': { says: 'The customer is charged.', sometimes: 'SELECT 1 FROM payments.charge' },
  },
  watch: ['paid', 'payments.charge', 'email.message', 'queue.message', 'redis.entry'],
  track: {
    says: 'charges for order-9',
    level: 'SELECT count(*) FROM payments.charge',
    limit: 1,
    total: 'SELECT coalesce(sum(amount), 0) FROM payments.charge',
    unit: 'cents in all',
  },
  services: {
    payments: '',
    email: '',
    queue: "INSERT INTO queue (name, visibility_ms) VALUES ('receipts', 30000);",
    redis: '',
  },
  clock: { start: Date.UTC(2025, 10, 3, 12), jumps: [600_000] },
  schema: 'CREATE TABLE paid (order_id TEXT NOT NULL, charge_id TEXT NOT NULL);\n',
  vary: {},
};

const event = (id: string, says: string, amount: number): TaskSpec => ({
  entry: 'handle',
  says,
  sender: 'provider',
  request: {
    method: 'POST',
    path: '/webhooks',
    headers: { 'webhook-id': id },
    body: { id, amount },
  },
  after: [],
});

/** A sender whose deliveries come twice and out of order. */
export const webhookLab: Lab = {
  ...shopLab,
  id: 'specimen-webhooks',
  title: 'Webhooks, again and out of order',
  lesson: 'webhooks',
  story: 'A provider tells of two changes to one balance, and may say anything twice, in any order.',
  task: 'Leave the older amount standing.',
  scenarios: {
    deliveries: {
      says: 'Two deliveries of one sender',
      tasks: {
        w1: { ...event('m1', 'm1', 500), redelivery: { when: 'concurrently' } },
        w2: { ...event('m2', 'm2', 700), redelivery: { when: 'after-end' } },
      },
      scalable: false,
      faults: { redeliver: 1, reorder: 1 },
    },
  },
  variants: {
    'last-write-wins': {
      source: `export async function handle(request: Request, { sql }: Env) {
  const { id, amount } = await request.json();
  await sql\`INSERT INTO delivery (id) VALUES (\${id})\`;
  await sql\`UPDATE balance SET amount = \${amount}\`;
  return new Response(null, { status: 204 });
}
`,
      migration: '',
      expect: {},
      mutants: [],
    },
  },
  properties: {
    'newest-amount-stands': {
      says: 'The newest amount stands.',
      whenBroken: 'the older amount stands',
      always: 'SELECT amount FROM balance WHERE amount = 500',
      when: 'at-end',
      witness: 'something-is-delivered',
    },
    'something-is-delivered': { says: 'Something is delivered.', sometimes: 'SELECT 1 FROM delivery' },
  },
  watch: ['balance', 'delivery'],
  track: {
    says: 'balance, in hundreds',
    level: 'SELECT amount / 100 FROM balance',
    limit: 9,
    total: 'SELECT amount FROM balance',
    unit: 'at the end',
  },
  services: {},
  clock: { start: 0, jumps: [] },
  schema:
    'CREATE TABLE balance (amount INTEGER NOT NULL);\nINSERT INTO balance VALUES (0);\nCREATE TABLE delivery (id TEXT NOT NULL);\n',
};
