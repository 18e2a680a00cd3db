/** An e-mail provider. What it has accepted is on its way: there is no taking back. */
import { keyDeadlines, longestKey, nextId, once, requestSchema } from './keys.ts';
import { answer, operation } from './operation.ts';
import type { Service } from './service.ts';

export const email: Service = {
  name: 'email',
  says: 'An e-mail provider. Its table holds what people find in their inboxes.',
  guarantees: [
    'Without an idempotency key, every call sends.',
    'With one, the first call sends and its answer is stored; the same call again gets that answer.',
    'The same key with another message is refused with IDEMPOTENCY_MISMATCH and sends nothing.',
  ],
  limits: [
    'A key is forgotten 24 hours after its first use.',
    'An e-mail cannot be taken back, and nothing tells whether it was read.',
    'Many real providers, Amazon SES and plain SMTP among them, know no idempotency keys at all.',
  ],
  schema: `
    CREATE TABLE message (
      id TEXT PRIMARY KEY,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT,
      idempotency_key TEXT,
      request_id TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    ${requestSchema}
  `,
  operations: {
    send: operation(
      'email.send({ to, subject, body?, idempotencyKey? })',
      'Sends, and gives { id, requestId }.',
      (db, args, context) => {
        const to = args.text('to');
        const subject = args.text('subject');
        const body = args.textOrNull('body');
        const key = args.textOrNull('idempotencyKey', longestKey);
        return once(db, key, `send ${JSON.stringify([to, subject, body])}`, context, () => {
          const id = nextId(db, 'message', 'em_');
          const { request, now } = context;
          db.run('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?)', [
            id,
            to,
            subject,
            body,
            key,
            request,
            now,
          ]);
          return answer({ id, requestId: request });
        });
      },
    ),
  },
  deadlines: keyDeadlines('email'),
};
