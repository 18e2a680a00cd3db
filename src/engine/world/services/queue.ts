/**
 * A message broker with several queues, in the manner of Amazon SQS's standard queues: at least once,
 * a visibility timeout, and a dead-letter queue.
 */
import type { Session } from '../../ports.ts';
import { type Arguments, answer, operation, Refusal, shown } from './operation.ts';
import type { CallContext, Json, Service, ServiceAnswer } from './service.ts';

const longestId = 255;
/** Half of what a call may pass, so that a message can be handed to ack whole. */
const longestBody = 8192;

/**
 * The instants at which the queue `?1` has a message to deliver; 0 for one that is visible already.
 * A message that has had its last delivery belongs to the dead-letter queue from the instant at
 * which it is visible again, though it is moved by the next operation only.
 */
export const nextVisible = `
  SELECT CASE state WHEN 'ready' THEN 0 ELSE visible_at END
  FROM queue.message AS message JOIN queue.queue AS queue ON queue.name = message.queue
  WHERE state IN ('ready', 'in-flight')
    AND CASE WHEN deliveries >= max_deliveries THEN dead_letter IS ?1 ELSE message.queue = ?1 END
`;

/** The instants at which a `receive` that waits for the queue `?1` is answered: also once nothing is in flight. */
export const nextAnswer = `
  ${nextVisible} UNION ALL
  SELECT coalesce(max(visible_at), 0) FROM queue.message AS message WHERE message.queue = ?1 AND state = 'in-flight'
`;

export const queue: Service = {
  name: 'queue',
  says: 'A message broker with the queues that the lab gives it, in the manner of Amazon SQS’s standard queues.',
  guarantees: [
    'At least once: a message that is not acknowledged within its queue’s visibility_ms is visible again, and is delivered again.',
    'While a message is in flight, nobody else receives it. At the very instant at which the timeout ends it is visible.',
    'Each delivery has a receipt of its own, and deliveries are counted.',
    'After max_deliveries a message moves to the dead-letter queue: at once when it is handed back, otherwise when its queue is next used after the timeout. Where there is none it is dead.',
  ],
  limits: [
    'A message may be delivered twice, an acknowledged one too: the broker may lose the acknowledgement.',
    'An acknowledgement with the receipt of an earlier delivery succeeds and does nothing, as SQS documents it: its message stays in flight with somebody else. Handing back with one does nothing either.',
    'A late acknowledgement still counts, as long as nobody has been handed the message since.',
    'Two messages with one id are two messages. Where the queue has a dedup_ms, publishing an id again within it adds nothing: five minutes in an SQS FIFO queue, up to seven days in Azure Service Bus.',
    'The oldest visible message comes first, so redelivery breaks the order. A real standard queue promises no order at all.',
    'Deliveries are counted anew in the dead-letter queue.',
    `A body has at most ${longestBody} characters of JSON.`,
  ],
  schema: `
    CREATE TABLE queue (
      name TEXT PRIMARY KEY,
      visibility_ms INTEGER NOT NULL DEFAULT 30000 CHECK (visibility_ms > 0),
      max_deliveries INTEGER CHECK (max_deliveries > 0),
      dead_letter TEXT,
      dedup_ms INTEGER CHECK (dedup_ms > 0)
    );
    -- Acknowledged messages stay, so that everybody can see them. body is JSON text.
    CREATE TABLE message (
      id TEXT NOT NULL,
      queue TEXT NOT NULL,
      body TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'in-flight', 'acked', 'dead')),
      deliveries INTEGER NOT NULL DEFAULT 0,
      receipt TEXT,
      visible_at INTEGER,
      at INTEGER NOT NULL DEFAULT 0
    );
  `,
  operations: {
    publish: operation(
      'queue.publish(queue, body, { id? })',
      'Adds a message, and gives its { id }: the one passed in, or a new one.',
      (db, args, context) => {
        const name = args.text('queue');
        const body = JSON.stringify(args.any('body'));
        if (body.length > longestBody)
          args.wrong('body', `at most ${longestBody} characters of JSON`, String(body.length));
        const id = args.textOrNull('id', longestId);
        return publish(db, { name, body, id }, context);
      },
    ),
    receive: operation(
      'queue.receive(queue)',
      'Gives the oldest visible message as { id, body, deliveries, receipt }, which is then in flight. Null when the queue holds nothing; while all it holds is in flight, the task waits.',
      (db, args, context) => deliver(db, args.text('queue'), context),
    ),
    ack: operation(
      'queue.ack(message)',
      'Tells the broker that a delivery is done with: the message will not be delivered again.',
      (db, args) => {
        db.run("UPDATE message SET state = 'acked', receipt = NULL, visible_at = NULL WHERE receipt = ?", [
          receiptOf(args),
        ]);
        return answer(null);
      },
    ),
    nack: operation(
      'queue.nack(message)',
      'Hands a delivery back: the message is visible again at once, unless that was its last delivery.',
      (db, args, { now }) => {
        db.run("UPDATE message SET state = 'ready', receipt = NULL, visible_at = NULL WHERE receipt = ?", [
          receiptOf(args),
        ]);
        settle(db, now);
        return answer(null);
      },
    ),
  },
  itself: {
    redeliver: operation(
      'queue.redeliver(message)',
      'The broker has lost an acknowledgement: the message is visible again at once, whatever became of it.',
      (db, args) => {
        redeliver(db, receiptOf(args));
        return answer(null);
      },
    ),
  },
  deadlines: `
    SELECT visible_at FROM queue.message WHERE state = 'in-flight'
    UNION ALL
    SELECT message.at + dedup_ms
    FROM queue.message AS message JOIN queue.queue AS queue ON queue.name = message.queue
    WHERE dedup_ms IS NOT NULL
  `,
};

interface NewMessage {
  name: string;
  /** JSON text. */
  body: string;
  id: string | null;
}

function publish(db: Session, { name, body, id }: NewMessage, { now }: CallContext): ServiceAnswer {
  const { dedupMs } = settings(db, name);
  if (id !== null && dedupMs !== null) {
    const [same] = db.run('SELECT 1 FROM message WHERE queue = ? AND id = ? AND at > ? LIMIT 1', [
      name,
      id,
      now - dedupMs,
    ]).rows;
    if (same) return answer({ id });
  }
  const [row] = db.run('SELECT coalesce(max(rowid), 0) + 1 FROM message').rows;
  const given = id ?? `msg_${row?.[0]}`;
  db.run('INSERT INTO message (id, queue, body, at) VALUES (?, ?, ?, ?)', [given, name, body, now]);
  return answer({ id: given });
}

/** Hands over the next message of a queue: to `receive`, and to a task that consumes from it. */
function deliver(db: Session, name: string, { now }: Pick<CallContext, 'now'>): ServiceAnswer {
  const { visibilityMs } = settings(db, name);
  settle(db, now);
  const [next] = db.run(
    "SELECT rowid, id, body, deliveries + 1 FROM message WHERE queue = ? AND state = 'ready' ORDER BY rowid LIMIT 1",
    [name],
  ).rows;
  if (!next) {
    const [held] = db.run("SELECT 1 FROM message WHERE queue = ? AND state = 'in-flight' LIMIT 1", [
      name,
    ]).rows;
    return held ? { kind: 'wait' } : answer(null);
  }
  const [rowid = null, id = null, body, deliveries = null] = next;
  const receipt = `${name}/${rowid}/${deliveries}`;
  db.run(
    "UPDATE message SET state = 'in-flight', deliveries = ?, receipt = ?, visible_at = ? WHERE rowid = ?",
    [deliveries, receipt, now + visibilityMs, rowid],
  );
  return answer({ id, body: JSON.parse(String(body)) as Json, deliveries, receipt });
}

/** Whatever became of the delivery with this receipt, or of a later one: their receipts are stale from now on. */
function redeliver(db: Session, receipt: string): void {
  const [, rowid] = /\/(\d+)\/\d+$/.exec(receipt) ?? [];
  db.run(
    "UPDATE message SET state = 'ready', receipt = NULL, visible_at = NULL WHERE rowid = ? AND state IN ('in-flight', 'acked')",
    [Number(rowid ?? 0)],
  );
}

/** What time has done to messages since the last operation. */
function settle(db: Session, now: number): void {
  db.run(
    "UPDATE message SET state = 'ready', visible_at = NULL WHERE state = 'in-flight' AND visible_at <= ?",
    [now],
  );
  db.run(`
    UPDATE message SET
      queue = coalesce(dead_letter, message.queue),
      state = CASE WHEN dead_letter IS NULL THEN 'dead' ELSE 'ready' END,
      deliveries = CASE WHEN dead_letter IS NULL THEN deliveries ELSE 0 END,
      receipt = NULL
    FROM queue WHERE queue.name = message.queue AND state = 'ready' AND deliveries >= max_deliveries
  `);
}

/** @throws Refusal `NO_SUCH_QUEUE` */
function settings(db: Session, name: string): { visibilityMs: number; dedupMs: number | null } {
  const [row] = db.run('SELECT visibility_ms, dedup_ms FROM queue WHERE name = ?', [name]).rows;
  if (!row) {
    const names = db.run('SELECT name FROM queue ORDER BY rowid').rows.map(([known]) => shown(String(known)));
    const known = names.length > 0 ? `The lab has ${names.join(', ')}.` : 'The lab has none.';
    throw new Refusal('NO_SUCH_QUEUE', `There is no queue ${shown(name)}. ${known}`);
  }
  return { visibilityMs: Number(row[0]), dedupMs: row[1] === null ? null : Number(row[1]) };
}

/** @throws Refusal `INVALID_ARGUMENT` */
function receiptOf(args: Arguments): string {
  const message = args.any('message');
  const isObject = typeof message === 'object' && message !== null && !Array.isArray(message);
  const receipt = isObject ? message['receipt'] : undefined;
  if (typeof receipt === 'string') return receipt;
  const expected = 'as queue.receive or consume was handed it, with its receipt';
  return args.wrong('message', expected, isObject ? 'an object without one' : undefined);
}
