/** A key-value store in the manner of Redis: one node, whose commands are indivisible. */
import type { Session } from '../../ports.ts';
import { type Arguments, answer, operation, Refusal, shown } from './operation.ts';
import type { Service } from './service.ts';

export const redis: Service = {
  name: 'redis',
  says: 'A key-value store in the manner of Redis. Values are texts; a number becomes its digits.',
  guarantees: [
    'Each command is indivisible: of two set with nx on one key, one gets OK and the other null.',
    'A key with ex or px is gone at the instant at which that time has passed, by the lab’s clock.',
    'delIfEqual compares and deletes in one command, so that nobody frees a lock that has passed to another.',
  ],
  limits: [
    'A lock is a lease. Its owner may still be at work when it expires, and nothing tells it.',
    'There is no fencing token: a store that the lock protects cannot tell an old owner from the new.',
    'One node. Real replication is asynchronous: after a failover the new primary may not know of a lock that the old one granted, and grants it again.',
    'Nothing is lost in a crash here. A real Redis writes to disk later than it answers, and by default not to an append-only file at all.',
    'Expired rows stay in the table until the next command, which removes them all. In a property, count a row with expires_at <= now as gone.',
    'delIfEqual is DELIFEQ in Valkey 9.0 and DELEX … IFEQ in Redis 8.4; before these, a short script.',
  ],
  schema: 'CREATE TABLE entry (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER);',
  operations: {
    set: operation(
      'redis.set(key, value, { nx?, ex?, px? })',
      'Stores a value and gives OK. With nx only where the key is not there, otherwise null. It expires after ex seconds or px milliseconds; without either, never.',
      (db, args, { now }) => {
        const key = args.text('key');
        const value = args.scalar('value');
        const nx = args.flag('nx');
        const expiresAt = lifeOf(args, now);
        purge(db, now);
        if (nx && find(db, key) !== null) return answer(null);
        db.run(
          'INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at',
          [key, value, expiresAt],
        );
        return answer('OK');
      },
    ),
    get: operation(
      'redis.get(key)',
      'Gives the value, or null where the key is not there.',
      (db, args, { now }) => {
        purge(db, now);
        return answer(find(db, args.text('key')));
      },
    ),
    del: operation(
      'redis.del(...keys)',
      'Removes keys, and gives how many were there.',
      (db, args, { now }) => {
        purge(db, now);
        const removed = args
          .texts('keys')
          .map((key) => db.run('DELETE FROM entry WHERE key = ?', [key]).changes);
        return answer(removed.reduce((sum, count) => sum + count, 0));
      },
    ),
    incr: operation(
      'redis.incr(key)',
      'Adds one to a whole number, from 0 where the key is not there, and gives the result. The time to live stays as it was.',
      (db, args, { now }) => {
        const key = args.text('key');
        purge(db, now);
        const value = find(db, key) ?? '0';
        const next = /^-?\d+$/.test(value) ? Number(value) + 1 : Number.NaN;
        if (!Number.isSafeInteger(next)) {
          throw new Refusal(
            'NOT_AN_INTEGER',
            `The value at ${shown(key)} is ${shown(value)}, which redis.incr cannot add to. Set it to a whole number first.`,
          );
        }
        db.run('INSERT INTO entry VALUES (?, ?, NULL) ON CONFLICT DO UPDATE SET value = excluded.value', [
          key,
          String(next),
        ]);
        return answer(next);
      },
    ),
    delIfEqual: operation(
      'redis.delIfEqual(key, value)',
      'Removes the key if it holds this value, and gives 1; otherwise gives 0.',
      (db, args, { now }) => {
        purge(db, now);
        const values = [args.text('key'), args.scalar('value')];
        return answer(db.run('DELETE FROM entry WHERE key = ? AND value = ?', values).changes);
      },
    ),
  },
  deadlines: 'SELECT expires_at FROM redis.entry WHERE expires_at IS NOT NULL',
};

/** When a value that is set now expires; null for never. */
function lifeOf(args: Arguments, now: number): number | null {
  const seconds = args.wholeOrNull('ex', 1);
  const milliseconds = args.wholeOrNull('px', 1);
  if (seconds !== null && milliseconds !== null) {
    return args.wrong('px', 'without ex beside it, since both say when the key expires');
  }
  const life = milliseconds ?? (seconds === null ? null : seconds * 1000);
  return life === null ? null : now + life;
}

function purge(db: Session, now: number): void {
  db.run('DELETE FROM entry WHERE expires_at <= ?', [now]);
}

function find(db: Session, key: string): string | null {
  const [row] = db.run('SELECT value FROM entry WHERE key = ?', [key]).rows;
  return row ? String(row[0]) : null;
}
