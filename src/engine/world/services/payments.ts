/** A payment provider, in the manner of Stripe: charges, refunds, and a look-up to reconcile by. */
import type { Session } from '../../ports.ts';
import { keyDeadlines, longestKey, nextId, once, requestSchema } from './keys.ts';
import { answer, operation, Refusal, shown } from './operation.ts';
import type { CallContext, Service, ServiceAnswer } from './service.ts';

export const payments: Service = {
  name: 'payments',
  says: 'A payment provider. Amounts are whole numbers of the smallest unit, such as cents.',
  guarantees: [
    'Without an idempotency key, every call charges.',
    'With one, the first call is performed and its answer stored; the same call again gets that answer, a decline included, with the request id of the first.',
    'The same key with other parameters, or for another operation, is refused with IDEMPOTENCY_MISMATCH and does nothing.',
    'A call that is refused for its arguments stores nothing under its key.',
  ],
  limits: [
    'A key is forgotten 24 hours after its first use. From then on it names a new request, and charges again.',
    'No transaction of the application spans it: a rollback takes back no charge.',
    'A call is one step, so two calls with one key never overlap. A real provider answers 409 to a call that comes while the first is at work.',
    'payments.find sees a charge at once. A real search may be minutes behind.',
  ],
  schema: `
    CREATE TABLE charge (
      id TEXT PRIMARY KEY,
      amount INTEGER NOT NULL,
      reference TEXT,
      idempotency_key TEXT,
      request_id TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    CREATE TABLE refund (
      id TEXT PRIMARY KEY,
      charge TEXT NOT NULL,
      amount INTEGER NOT NULL,
      idempotency_key TEXT,
      request_id TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    ${requestSchema}
    -- Charges to decline: those with this reference, or all where it is NULL; so many times, or
    -- always where that is NULL.
    CREATE TABLE decline (reference TEXT, times INTEGER);
  `,
  operations: {
    charge: operation(
      'payments.charge({ amount, reference?, idempotencyKey? })',
      'Charges, and gives { id, amount, requestId }. A declined card is the error CARD_DECLINED.',
      (db, args, context) => {
        const amount = args.whole('amount', 1);
        const reference = args.textOrNull('reference');
        const key = args.textOrNull('idempotencyKey', longestKey);
        const fingerprint = `charge ${JSON.stringify([amount, reference])}`;
        return once(db, key, fingerprint, context, () => charge(db, { amount, reference, key }, context));
      },
    ),
    refund: operation(
      'payments.refund({ charge, amount?, idempotencyKey? })',
      'Gives back a part of a charge, or all that is left of it: { id, charge, amount, requestId }. Nothing left is the error ALREADY_REFUNDED.',
      (db, args, context) => {
        const id = args.text('charge');
        const amount = args.wholeOrNull('amount', 1);
        const key = args.textOrNull('idempotencyKey', longestKey);
        const fingerprint = `refund ${JSON.stringify([id, amount])}`;
        return once(db, key, fingerprint, context, () => refund(db, { id, amount, key }, context));
      },
    ),
    find: operation(
      'payments.find({ reference })',
      'Lists the charges with this reference, oldest first: { id, amount, reference, refunded, requestId }.',
      (db, args) => {
        const { rows } = db.run(
          `SELECT id, amount, reference, (SELECT coalesce(sum(amount), 0) FROM refund WHERE charge = charge.id), request_id
           FROM charge WHERE reference = ? ORDER BY rowid`,
          [args.text('reference')],
        );
        return answer(
          rows.map(([id = null, amount = null, reference = null, refunded = null, requestId = null]) => ({
            id,
            amount,
            reference,
            refunded,
            requestId,
          })),
        );
      },
    ),
  },
  deadlines: keyDeadlines('payments'),
};

interface NewCharge {
  amount: number;
  reference: string | null;
  key: string | null;
}

function charge(db: Session, { amount, reference, key }: NewCharge, context: CallContext): ServiceAnswer {
  const [decline] = db.run(
    'SELECT rowid FROM decline WHERE (reference IS NULL OR reference = ?) AND (times IS NULL OR times > 0) ORDER BY rowid LIMIT 1',
    [reference],
  ).rows;
  if (decline) {
    db.run('UPDATE decline SET times = times - 1 WHERE rowid = ? AND times IS NOT NULL', [
      decline[0] ?? null,
    ]);
    const message = 'The card was declined, and nothing was charged.';
    return { kind: 'error', code: 'CARD_DECLINED', message, keeps: true };
  }
  const id = nextId(db, 'charge', 'ch_');
  const { request, now } = context;
  db.run('INSERT INTO charge VALUES (?, ?, ?, ?, ?, ?)', [id, amount, reference, key, request, now]);
  return answer({ id, amount, requestId: request });
}

interface NewRefund {
  id: string;
  /** Null: all that is left. */
  amount: number | null;
  key: string | null;
}

function refund(db: Session, { id, amount, key }: NewRefund, context: CallContext): ServiceAnswer {
  const [row] = db.run(
    'SELECT amount - (SELECT coalesce(sum(amount), 0) FROM refund WHERE charge = charge.id) FROM charge WHERE id = ?',
    [id],
  ).rows;
  if (!row) {
    throw new Refusal(
      'NO_SUCH_CHARGE',
      `There is no charge ${shown(id)}. Pass the id that payments.charge gave.`,
    );
  }
  const left = Number(row[0]);
  if (left === 0) {
    const message = `The charge ${shown(id)} has been refunded in full already.`;
    return { kind: 'error', code: 'ALREADY_REFUNDED', message, keeps: true };
  }
  const back = amount ?? left;
  if (back > left) {
    const message = `Only ${left} is left of the charge ${shown(id)}; ${back} cannot be refunded.`;
    return { kind: 'error', code: 'REFUND_TOO_LARGE', message, keeps: true };
  }
  const refundId = nextId(db, 'refund', 're_');
  const { request, now } = context;
  db.run('INSERT INTO refund VALUES (?, ?, ?, ?, ?, ?)', [refundId, id, back, key, request, now]);
  return answer({ id: refundId, charge: id, amount: back, requestId: request });
}
