import { z } from 'zod';

/*
 * One file of `content/checkpoints/<lesson>.yaml`. Texts are plain, with code in backticks.
 * Every option explains itself: a wrong answer without its reason plants itself in the memory.
 */

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as races-loser');
const task = z.string().regex(/^[a-z][a-z0-9]*(\.[0-9]+)?$/, 'expected a worker such as w1');
const text = z.string().trim().min(1, 'expected a sentence');
const schedule = z.string().trim().min(1, 'expected a schedule such as "w1 w2 w2 w1"');

/** Lanes beside the question: a run of a lab, whole. */
export const figureSchema = z.strictObject({
  lab: id,
  handler: id,
  /** The lab's first by default. */
  scenario: id.optional(),
  /** It may stop early. */
  schedule,
  /** A sentence above the lanes. */
  says: text.optional(),
});

const base = {
  /** Permanent: the reader's history hangs on it. */
  id,
  question: text,
  /** Topics of the curriculum that the question tests. */
  covers: z.array(id).min(1, 'expected at least one topic of the curriculum'),
  /** Card of the lesson's deck that a wrong answer brings forward. */
  card: id.optional(),
  /** Heading id on the lesson's page, to read again. */
  see: id.optional(),
  figure: figureSchema.optional(),
};

export const optionSchema = z.strictObject({
  text,
  right: z.boolean().default(false),
  /** Why it is right, or what is wrong with it. Never only "wrong". */
  why: text,
});

const options = z.array(optionSchema).min(2, 'expected at least two options');
const rightOnes = (list: { right: boolean }[]) => list.filter(({ right }) => right).length;

/** Exactly one option is right. */
export const singleSchema = z.strictObject({
  ...base,
  kind: z.literal('single'),
  options: options.refine((list) => rightOnes(list) === 1, 'expected exactly one option with right: true'),
});

/** At least one option is right, and the reader marks each. */
export const multipleSchema = z.strictObject({
  ...base,
  kind: z.literal('multiple'),
  options: options.refine((list) => rightOnes(list) >= 1, 'expected at least one option with right: true'),
});

/** The steps are given in the right order and shown in another. */
export const orderSchema = z.strictObject({
  ...base,
  kind: z.literal('order'),
  steps: z
    .array(text)
    .min(3, 'expected at least three steps')
    .refine((steps) => new Set(steps).size === steps.length, 'expected steps that differ'),
  why: text,
});

/** What is asked about the end of the schedule. The right answer is computed by running it. */
export const askSchema = z.union(
  [
    /** HTTP status that the worker answers, or `none`. */
    z.strictObject({ status: task }),
    /** How that worker ended: an outcome such as `answered` or `threw`, or `unfinished`. */
    z.strictObject({ outcome: task }),
    /** Whether the worker waits for a lock after the last choice: `yes` or `no`. */
    z.strictObject({ parked: task }),
    /** Number of rows of the table. */
    z.strictObject({ rows: z.string().regex(/^[a-z_][a-z0-9_]*$/, 'expected a table name') }),
    /** The total of the lab's track. */
    z.strictObject({ total: z.literal(true) }),
  ],
  { error: 'expected one of status, outcome, parked, rows (each with its name) or total: true' },
);

export const predictSchema = z.strictObject({
  ...base,
  kind: z.literal('predict'),
  lab: id,
  handler: id,
  scenario: id.optional(),
  schedule,
  ask: askSchema,
  /** Moments drawn before the answer; by default those before the thing asked about happens. */
  shown: z.int().nonnegative().optional(),
  options: z
    .array(
      z.strictObject({
        /** Compared with the computed answer as text. */
        value: z.union([z.string(), z.number()], 'expected a text or a number').transform(String),
        /** What the reader sees; the value by default. */
        text: text.optional(),
        why: text,
      }),
    )
    .min(2, 'expected at least two options')
    .refine(
      (list) => new Set(list.map(({ value }) => value)).size === list.length,
      'expected options whose values differ',
    ),
});

/** The reader chooses who moves until the property breaks. Graded by replaying the schedule. */
export const breakItSchema = z.strictObject({
  ...base,
  kind: z.literal('break-it'),
  lab: id,
  handler: id,
  scenario: id.optional(),
  property: id,
  why: text,
});

const lineNumber = z.string().regex(/^[1-9][0-9]*$/, 'expected a line number');

/** The reader picks a line of a handler. Lines count from 1. */
export const spotLineSchema = z.strictObject({
  ...base,
  kind: z.literal('spot-line'),
  lab: id,
  handler: id,
  right: z.array(z.int().positive()).min(1, 'expected at least one line number'),
  /** Explanations by line; every right line has one. */
  lines: z.record(lineNumber, text),
  /** Explanation for every other line. */
  otherwise: text,
});

export const itemSchema = z.discriminatedUnion(
  'kind',
  [singleSchema, multipleSchema, orderSchema, predictSchema, breakItSchema, spotLineSchema],
  { error: 'expected kind: single, multiple, order, predict, break-it or spot-line' },
);
export type CheckpointItem = z.infer<typeof itemSchema>;

export const checkpointSchema = z
  .strictObject({
    /** Slug of the lesson: the file's name. */
    lesson: id,
    /** Right answers, each at the first try, that pass. */
    pass: z.int().positive(),
    items: z
      .array(itemSchema)
      .min(1, 'expected at least one item')
      .refine(
        (items) => new Set(items.map((item) => item.id)).size === items.length,
        'expected items whose ids differ',
      ),
  })
  .refine(({ pass, items }) => pass <= items.length, {
    path: ['pass'],
    error: 'expected no more than there are items',
  });
export type CheckpointFile = z.infer<typeof checkpointSchema>;
