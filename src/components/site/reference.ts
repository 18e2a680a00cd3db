/** The reference page's tables: words, the launch checklist, statuses, services, and what a handler may use. */
import { serviceNames } from '../../engine/lab.ts';
import { services } from '../../engine/world/services/index.ts';

export interface Term {
  term: string;
  meaning: string;
}

export const glossary: Term[] = [
  {
    term: 'at-least-once',
    meaning:
      'Delivered one or more times: the sender goes on until it hears an acknowledgement, so a lost acknowledgement means another delivery.',
  },
  {
    term: 'at-most-once',
    meaning:
      'Delivered once or never: the receiver acknowledges before it works, so a crash in between loses the message.',
  },
  {
    term: 'backoff',
    meaning:
      'A pause before a retry that grows with every failure. Without jitter, all clients pause in step.',
  },
  {
    term: 'belief',
    meaning:
      'What a worker read and still takes for true. In the lanes it is the shaded band from a check to the act that trusts it.',
  },
  {
    term: 'business id',
    meaning:
      'The name of the thing itself (an order, a payment), which stays the same when a queue wraps it in a new message.',
  },
  {
    term: 'check-then-act',
    meaning:
      'Reading a fact, then acting on it in a second step. Whoever moves in between makes the fact old.',
  },
  {
    term: 'claim',
    meaning:
      'Taking work so that nobody else can, in one indivisible step: usually an insert into a unique index.',
  },
  {
    term: 'counterexample',
    meaning:
      'A schedule that breaks a property. The one shown is minimal: fewest faults, then fewest changes of worker, then fewest steps.',
  },
  {
    term: 'dead-letter queue',
    meaning:
      'Where a message goes after its last permitted delivery, so that it stops holding up the others.',
  },
  {
    term: 'dual write',
    meaning:
      'Changing two stores that share no transaction. A crash between the two leaves them in disagreement.',
  },
  {
    term: 'exactly-once effect',
    meaning:
      'The effect happens once although the message may arrive more often: at-least-once delivery to a handler that is idempotent.',
  },
  {
    term: 'fencing token',
    meaning:
      'A number that grows with every lease. The store refuses a writer whose number is older than one that it has seen, so it helps only once the newer owner has written.',
  },
  {
    term: 'fingerprint',
    meaning:
      'A digest of the request, stored beside its key, by which a second request with the same key and another body is found out.',
  },
  {
    term: 'handler',
    meaning:
      'The function that answers a request or consumes a message. In the labs it is the very file that you read.',
  },
  {
    term: 'idempotency key',
    meaning:
      'The client’s name for one intended operation, chosen before the first attempt and sent again with every retry.',
  },
  {
    term: 'idempotent',
    meaning: 'Doing it again intends nothing more. The answers may differ; the state does not.',
  },
  {
    term: 'inbox',
    meaning: 'A table of message ids already handled, written in the transaction that makes the change.',
  },
  {
    term: 'interleaving',
    meaning: 'One way in which the steps of several workers can fall between each other.',
  },
  {
    term: 'invariant',
    meaning:
      'Something that is true in every reachable state. In a lab it is a query that must never return a row.',
  },
  {
    term: 'isolation level',
    meaning:
      'What a transaction may notice of the others. The same two statements can be safe at one level and charge twice at another.',
  },
  {
    term: 'jitter',
    meaning: 'Chance added to a pause, so that clients that failed together do not come back together.',
  },
  {
    term: 'lease',
    meaning: 'A claim that expires. Its owner may be slow rather than dead, and then there are two.',
  },
  {
    term: 'outbox',
    meaning:
      'Messages written in the transaction that changes the data, and sent afterwards by somebody else.',
  },
  {
    term: 'parked',
    meaning:
      'Waiting for a lock that another worker holds. A parked worker may move again when a transaction has ended.',
  },
  { term: 'poison message', meaning: 'A message on which its consumer fails every time.' },
  {
    term: 'race',
    meaning: 'When the outcome depends on who moves first, and nothing decides who does.',
  },
  {
    term: 'redelivery',
    meaning: 'Another delivery of the same message by a broker or a sender. A retry is the caller’s.',
  },
  {
    term: 'saga',
    meaning:
      'A chain of local transactions, each with a step that makes up for it, where one transaction cannot span them all.',
  },
  {
    term: 'schedule',
    meaning:
      'The order in which workers move, as text: “w1 w2 w1 w2”. The same schedule gives the same trace everywhere.',
  },
  { term: 'session', meaning: 'One worker’s own database connection; never a login.' },
  {
    term: 'snapshot',
    meaning:
      'The state of the database that a transaction goes on seeing, whatever others commit meanwhile. In SQLite’s WAL mode its first read fixes it.',
  },
  {
    term: 'step',
    meaning:
      'One indivisible action of one worker: a statement, a BEGIN, a COMMIT, a call of a service, a sleep.',
  },
  {
    term: 'stored response',
    meaning: 'The status and body kept beside an idempotency key, and given again to every retry.',
  },
  {
    term: 'test-and-set',
    meaning:
      'Looking and taking in one indivisible step. An insert into a unique index is one, and so is SET … NX in Redis.',
  },
  {
    term: 'unique claim',
    meaning:
      'An insert that a unique index lets succeed once. “Was a row inserted?” is the question and the answer.',
  },
  {
    term: 'unique index',
    meaning:
      'An index that admits each value once, whoever writes it and at every isolation level. In most databases NULL is the exception.',
  },
  {
    term: 'vacuous',
    meaning:
      'Never broken, because the thing it is about never happened. A handler that does nothing charges nobody twice.',
  },
  {
    term: 'visibility timeout',
    meaning: 'How long a queue hides a message from other consumers while one works on it.',
  },
];

/** Ten points to settle before a feature that moves money, mail or tokens goes out. */
export const checklist: { point: string; how: string }[] = [
  {
    point: 'The client names its intent.',
    how: 'A key, made before the first attempt and reused by every retry, in a header or in the body.',
  },
  {
    point: 'The database decides who is first.',
    how: 'A unique constraint on tenant and key, with NOT NULL on both, and not a query that looks first.',
  },
  {
    point: 'Two first attempts at once have been thought through.',
    how: 'One wins. The other waits, is told 409, or is handed a job to ask about.',
  },
  {
    point: 'The same key with another body is refused.',
    how: 'A fingerprint is stored with the key and compared before anything else.',
  },
  {
    point: 'Retention is written down.',
    how: 'Keys outlive the longest retry, somebody deletes them afterwards, and clients know when.',
  },
  {
    point: 'Webhooks are deduplicated by event id.',
    how: 'The signature first, then a unique insert; a duplicate is answered 2xx.',
  },
  {
    point: 'Background work is keyed by the business id.',
    how: 'Not by the message id, which a redelivery may change.',
  },
  {
    point: 'Effects outside the database carry a key too.',
    how: 'The provider is handed the same key on every attempt, and its request id is kept.',
  },
  {
    point: 'Repetition is tested.',
    how: 'The same request twice in a row, twice at once, a redelivery, and a worker killed half-way.',
  },
  {
    point: 'Manual replays go the same way.',
    how: 'The button in the admin page sends the original id through the same handler, and invents nothing.',
  },
];

export interface StatusMeaning {
  status: string;
  means: string;
  retry: string;
}

/** What an answer tells a client that is thinking of asking again. */
export const statuses: StatusMeaning[] = [
  {
    status: '201',
    means: 'Done. A stored response keeps the first status, so it may have been done earlier.',
    retry: 'No need. The same key gets the same answer.',
  },
  {
    status: '200',
    means: 'Done. If this is a stored response, the first answer was 200 too.',
    retry: 'No need. The same key gets the same answer.',
  },
  {
    status: '202',
    means: 'Accepted and kept safe; the work comes later.',
    retry: 'Ask for the result where the answer says, rather than sending it again.',
  },
  {
    status: '303',
    means: 'The result is to be found elsewhere.',
    retry: 'Follow it with a GET, which is safe to repeat.',
  },
  {
    status: '400',
    means: 'Something is missing or malformed, the key perhaps.',
    retry: 'Not as it is. Correct the request.',
  },
  {
    status: '409',
    means: 'Another attempt with this key is still running.',
    retry: 'Yes, after a pause, with the same key. It is not a final answer.',
  },
  {
    status: '422',
    means: 'This key was used for another body.',
    retry: 'Never. It is a bug in the client: a new intent needs a new key.',
  },
  {
    status: '500',
    means: 'The server failed, and may have failed after the effect.',
    retry:
      'Yes, with the same key. Without one, you cannot know what a retry will do. Some servers (Stripe’s API v1) store a 500 too and give it back: then look the result up.',
  },
];

/** What `env` gives to a handler. */
export const environment: { name: string; means: string }[] = [
  {
    name: 'sql`…`',
    means:
      'Sends one statement on the worker’s own session. Values in ${} become parameters. Gives an array of rows, with .count. One step.',
  },
  {
    name: 'sql.begin(async (sql) => …)',
    means:
      'A transaction. BEGIN, each statement and COMMIT are steps; an error that escapes rolls back. Use the sql that is handed in.',
  },
  {
    name: "sql.begin('immediate', …)",
    means: 'The same, taking the write lock at BEGIN. While another holds it, the worker is parked.',
  },
  {
    name: 'clock.now()',
    means: 'Logical time in milliseconds, as of the last step of its process. Not a step.',
  },
  {
    name: 'clock.sleep(ms)',
    means: 'Lets the others move. It may end at any moment from then on. One step.',
  },
  {
    name: 'crypto',
    means:
      'hmacSha256 and sha256 take text or bytes and write hex or base64. timingSafeEqual throws when lengths differ, as Node’s does. randomUUID is seeded, so that a schedule can be replayed. Not steps.',
  },
  { name: 'isUniqueViolation(error)', means: 'Whether a statement was refused by a unique index.' },
  {
    name: serviceNames.join(', '),
    means: 'Services of the outside world, where the lab has them. Each call is one step.',
  },
];

/** The outside world, from the tables that the engine runs. */
export const outside = serviceNames.map((name) => {
  const { says, operations, guarantees, limits, schema } = services[name];
  return { name, says, operations: Object.values(operations), guarantees, limits, tables: tidy(schema) };
});

/** A schema without the indentation that it has in the source. */
function tidy(schema: string): string {
  const lines = schema.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return lines.map((line) => (/^(CREATE|--|\))/.test(line) ? line : `  ${line}`)).join('\n');
}

/** What the sandbox adds to the language itself. */
export const globals = [
  'Request',
  'Response',
  'Headers',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'atob',
  'btoa',
  'console',
];

/** What handlers may not do, and what to use in its place. */
export const refused: { what: string; instead: string }[] = [
  { what: 'fetch, timers, files, imports', instead: 'Nothing: the only way out of a handler is env.' },
  {
    what: 'CREATE, ALTER, DROP, ATTACH, VACUUM, PRAGMA',
    instead: 'The variant’s migration, which the lab runs first.',
  },
  { what: 'last_insert_rowid(), changes(), total_changes()', instead: 'RETURNING and rows.count.' },
  { what: 'Temporary tables', instead: 'A table of the lab’s schema.' },
  {
    what: 'TypeScript that emits code: enum, namespace',
    instead:
      'Objects and unions. Types are blanked out before the handler runs, so line and column stay true.',
  },
];

/** A key stands alone; `between` is what is said from one key to the next. */
export const keys: { press: string[]; between: string; does: string }[] = [
  { press: ['1', '4'], between: ' … ', does: 'Let W1 … W4 move, while the focus is inside a lab' },
  { press: ['u'], between: '', does: 'Undo the last choice, while the focus is inside a lab' },
  {
    press: ['←', '→'],
    between: ' ',
    does: 'One moment back or on, on the moment slider; the next choice in a row of handlers',
  },
  { press: ['Escape', 'Tab'], between: ', then ', does: 'Leave the editor' },
  { press: ['Escape'], between: '', does: 'Close the menu' },
];
