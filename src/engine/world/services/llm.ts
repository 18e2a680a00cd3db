/** A language model behind an API: each generation is billed, and no two are alike. */
import { keyDeadlines, longestKey, nextId, once, requestSchema } from './keys.ts';
import { answer, operation } from './operation.ts';
import type { Service } from './service.ts';

const charactersPerToken = 4;
const mostTokens = 256;

export const llm: Service = {
  name: 'llm',
  says: 'A language model behind an API. Its table is the bill.',
  guarantees: [
    'The n-th generation of a prompt is the same text in every schedule, so that a schedule can be replayed.',
    'Another generation of the same prompt gives another text, and is billed again.',
    'With an idempotency key, the first call generates and its answer is stored; the same call again gets that answer, and costs nothing.',
    'The same key with another prompt or length is refused with IDEMPOTENCY_MISMATCH.',
  ],
  limits: [
    'A key is forgotten 24 hours after its first use.',
    'Few real model providers document idempotency keys: a call whose answer was lost may be billed, and so may its retry.',
    'The text means nothing. A token is four characters of prompt or text, rounded up.',
  ],
  schema: `
    CREATE TABLE generation (
      id TEXT PRIMARY KEY,
      prompt TEXT NOT NULL,
      text TEXT NOT NULL,
      tokens INTEGER NOT NULL,
      idempotency_key TEXT,
      request_id TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    ${requestSchema}
  `,
  operations: {
    generate: operation(
      'llm.generate({ prompt, maxTokens?, idempotencyKey? })',
      `Writes a text of at most maxTokens (${mostTokens} if absent), and gives { text, tokens, requestId }; tokens counts prompt and text.`,
      (db, args, context) => {
        const prompt = args.text('prompt');
        const maxTokens = args.wholeOrNull('maxTokens', 1) ?? mostTokens;
        const key = args.textOrNull('idempotencyKey', longestKey);
        return once(db, key, `generate ${JSON.stringify([prompt, maxTokens])}`, context, () => {
          const [row] = db.run('SELECT count(*) FROM generation WHERE prompt = ?', [prompt]).rows;
          const text = write(prompt, Number(row?.[0])).slice(0, maxTokens * charactersPerToken);
          const tokens = tokensOf(prompt) + tokensOf(text);
          const id = nextId(db, 'generation', 'gen_');
          const { request, now } = context;
          db.run('INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?)', [
            id,
            prompt,
            text,
            tokens,
            key,
            request,
            now,
          ]);
          return answer({ text, tokens, requestId: request });
        });
      },
    ),
  },
  deadlines: keyDeadlines('llm'),
};

const tokensOf = (text: string) => Math.ceil(text.length / charactersPerToken);

const openings = [
  'Certainly:',
  'Of course:',
  'In short:',
  'Put simply:',
  'As asked:',
  'Briefly:',
  'Here it is:',
];
const subjects = [
  'the harbour',
  'a lantern',
  'the old mill',
  'a grey heron',
  'the night train',
  'a paper boat',
];
const ends = [
  'waits for rain.',
  'keeps its word.',
  'turns to the sea.',
  'hums in the dark.',
  'is late again.',
];

/** 7, 6 and 5 share no factor, so the first 210 texts for a prompt differ; each differs from the one before. */
function write(prompt: string, generation: number): string {
  const at = hash(prompt) + generation;
  const pick = (words: readonly string[]) => words[at % words.length] ?? '';
  return `${pick(openings)} ${pick(subjects)} ${pick(ends)}`;
}

/** FNV-1a over UTF-16 units, in 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return value;
}
