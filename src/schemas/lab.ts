import { z } from 'zod';
import { faultKinds, serviceNames } from '../engine/lab.ts';

const name = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as check-then-insert');
const taskName = z.string().regex(/^[a-z][a-z0-9]*$/, 'expected a task name such as w1');
const sentence = z.string().min(1, 'expected a sentence');
const query = z.string().regex(/^\s*(select|with|values)\b/i, 'expected a query that starts with SELECT');

const standardSecret = z
  .string()
  .transform((secret) => secret.replace(/^whsec_/, ''))
  .pipe(z.base64())
  .refine((text) => {
    const bytes = Math.floor((text.replace(/=+$/, '').length * 3) / 4);
    return bytes >= 24 && bytes <= 64;
  });
const isSecretOf = (scheme: string | undefined, secret: string) =>
  scheme !== 'standard-webhooks' || standardSecret.safeParse(secret).success;
const notSecret = 'expected whsec_ and the base64 of 24 to 64 bytes, as Standard Webhooks writes a secret';

/** What a client sends. */
export const requestSchema = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    /** Path with its query, `/charges`. */
    path: z.string().startsWith('/', 'expected a path such as /charges'),
    /** Names in lower case. */
    headers: z.record(z.string(), z.string()).default({}),
    /** Sent as JSON text; a string is sent as it is. */
    body: z.unknown().optional(),
    /** Instead of `body`: bytes that need not be text. */
    bodyBase64: z.base64().optional(),
    /** Signed when it leaves, with the time of that moment. A header that is written out comes before it. */
    sign: z
      .strictObject({
        scheme: z.enum(['standard-webhooks', 'stripe', 'github']),
        /** As the scheme writes it: `whsec_` and base64, or any text. */
        secret: z.string().min(1),
        /** The message id, which Standard Webhooks signs too. */
        id: z.string().optional(),
        /** How old the signature is when it arrives. */
        ageSeconds: z.int().optional(),
      })
      .refine(({ scheme, id }) => scheme !== 'standard-webhooks' || id !== undefined, {
        path: ['id'],
        message: 'expected a message id, which Standard Webhooks signs',
      })
      .refine(({ scheme, secret }) => isSecretOf(scheme, secret), { path: ['secret'], message: notSecret })
      .optional(),
  })
  .refine(({ body, bodyBase64 }) => body === undefined || bodyBase64 === undefined, {
    path: ['bodyBase64'],
    message: 'expected one body, not body and bodyBase64 at once',
  });

/** One sequential flow. */
export const taskSchema = z.strictObject({
  /** The function that the handler file exports. */
  entry: z.enum(['handle', 'consume', 'run']),
  /** For `handle`. */
  request: requestSchema.optional(),
  /** For `consume`. */
  message: z.unknown().optional(),
  /** Or the queue from which `consume` is handed the next visible message. */
  from: z.string().optional(),
  /** Tasks of one sender start in their order, unless a `reorder` is spent. */
  sender: z.string().optional(),
  /** How `redeliver` delivers it again, as task `w1.2`, and what then differs. */
  redelivery: z
    .strictObject({
      when: z.enum(['concurrently', 'after-end']),
      headers: z.record(z.string(), z.string()).optional(),
      message: z.unknown().optional(),
      sign: z.strictObject({ id: z.string(), secret: z.string(), ageSeconds: z.int() }).partial().optional(),
    })
    .optional(),
  /** What the interface calls this worker: "request", "retry". */
  says: z.string().optional(),
  /** The task starts only when these have finished. */
  after: z.array(taskName).default([]),
  /** How often the client asks again, as tasks `w1.2`, `w1.3`; and when. */
  retries: z
    .strictObject({
      attempts: z.int().min(1).max(3),
      when: z.enum(['concurrently', 'after-failure', 'unless-2xx']),
    })
    .optional(),
});

const process = z.enum(['own', 'shared']);

export const scenarioSchema = z.strictObject({
  says: z.string().optional(),
  /** In the lab's order, which breaks ties between counterexamples. */
  tasks: z.record(
    taskName,
    taskSchema.refine(
      ({ request, redelivery }) =>
        isSecretOf(request?.sign?.scheme, redelivery?.sign?.secret ?? request?.sign?.secret ?? ''),
      { path: ['redelivery', 'sign', 'secret'], message: notSecret },
    ),
  ),
  /** Whether `--workers N` may clone the last task. */
  scalable: z.boolean().default(false),
  /** Budget of each kind of fault. */
  faults: z.partialRecord(z.enum(faultKinds), z.int().positive()).default({}),
  /** Overrides the lab's. */
  process: process.optional(),
});

const expectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('holds') }),
  z.strictObject({ kind: z.literal('broken'), property: name }),
  z.strictObject({ kind: z.literal('vacuous'), property: name }),
]);

/** A handler: `handlers/<name>.ts` and, if it needs one, the migration `handlers/<name>.sql`. */
export const variantSchema = z.strictObject({
  /** One line for a reader who chooses between variants. */
  says: z.string().optional(),
  /** The verdict promised for every scenario. */
  expect: z.record(name, expectSchema),
  /** Each takes away one line of the repair, and must then break a property. */
  mutants: z
    .array(
      z.strictObject({
        /** Text that occurs once in the handler, or in its migration. */
        change: z.string().min(1),
        /** What stands there instead. */
        to: z.string().default(''),
        scenario: name,
        breaks: name,
      }),
    )
    .default([]),
});

const propertyBase = {
  /** A full sentence. */
  says: sentence,
  /** What to say when it breaks: "order-9 was charged twice". */
  whenBroken: z.string().optional(),
  /** Scenarios it applies to; all of them by default. */
  scenarios: z.array(name).optional(),
};

/** `always` must return no rows; `sometimes` must return rows at the end of at least one schedule. */
export const propertySchema = z.union(
  [
    z.strictObject({
      ...propertyBase,
      always: query,
      when: z.enum(['every-state', 'at-end']).default('every-state'),
      /** The `sometimes` without which this property is vacuous; all of them by default. */
      witness: name.optional(),
    }),
    z.strictObject({ ...propertyBase, sometimes: query }),
  ],
  { error: 'expected says, and either always (with when and witness) or sometimes, each a SELECT' },
);

/** A number drawn under the lanes. */
export const trackSchema = z.strictObject({
  says: sentence,
  level: query,
  limit: z.int().nonnegative(),
  total: query,
  unit: z.string(),
});

/** The whole of `content/labs/<id>/lab.yaml`. */
export const labSchema = z.strictObject({
  title: sentence,
  /** Slug of the lesson it belongs to. */
  lesson: name,
  story: sentence,
  /** What the reader is asked to achieve. */
  task: z.string().optional(),
  /** Do tasks share module variables? */
  process: process.default('own'),
  scenarios: z.record(name, scenarioSchema),
  /** In the order shown; the first is the default. */
  variants: z.record(name, variantSchema),
  properties: z.record(name, propertySchema),
  /** Tables shown, in this order. */
  watch: z
    .array(
      z
        .string()
        .regex(/^([a-z]+\.)?[a-z_][a-z0-9_]*$/, 'expected a table name such as charge or payments.charge'),
    )
    .min(1),
  track: trackSchema.optional(),
  /** Services that handlers may call; `<service>.sql` beside the lab file holds starting rows. */
  services: z.array(z.enum(serviceNames)).default([]),
  clock: z
    .strictObject({
      /** Milliseconds since 1970 at the first step. */
      start: z.int().nonnegative().default(0),
      /** By how many milliseconds a `clockJump` may move it, besides to the next deadline. */
      jumps: z.array(z.int().positive()).default([]),
      /** The application's instants at which something expires: one column of milliseconds. */
      deadlines: query.optional(),
    })
    .default({ start: 0, jumps: [] }),
  /** Where it happened in public: the lab is then a field report. */
  report: z.strictObject({ says: sentence, where: sentence, url: z.url() }).optional(),
  /** Names and amounts that an instructor's seed may substitute. */
  vary: z.record(z.string(), z.array(z.union([z.string(), z.number()])).min(1)).default({}),
});
export type LabFile = z.infer<typeof labSchema>;
