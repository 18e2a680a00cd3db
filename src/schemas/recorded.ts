import { z } from 'zod';

/** What one handler came to, on one database. */
export const outcomeSchema = z.strictObject({
  handler: z.string(),
  /** The isolation level asked for; null where there is no choice. */
  isolation: z.enum(['read committed', 'repeatable read', 'serializable']).nullable(),
  /** Over every schedule. */
  verdict: z.strictObject({
    kind: z.enum(['holds', 'broken', 'vacuous', 'inconclusive']),
    /** The property that is broken, or was never seen. */
    property: z.string().optional(),
  }),
  schedules: z.strictObject({ total: z.int(), broken: z.int() }),
  /** What the schedule asked for became there, since one database lets pass whom another makes wait. */
  schedule: z.string(),
  /** What each caller was told: `201 {"charged":1000}`. */
  told: z.record(z.string(), z.string()),
  /** Rows of every watched table at the end, in their order there. */
  rows: z.record(z.string(), z.array(z.array(z.union([z.string(), z.number(), z.null()])))),
  /** Steps that waited for another task, or were refused: at which moment, and by which error. */
  refusals: z.array(
    z.strictObject({
      moment: z.int().positive(),
      task: z.string(),
      step: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  waits: z.array(z.strictObject({ moment: z.int().positive(), task: z.string(), step: z.string() })),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/**
 * The whole of `content/labs/<id>/recorded.yaml`: what a real server did. An author writes `ask`;
 * `npx node src/tools/record-servers.ts` writes the rest.
 */
export const recordedSchema = z.strictObject({
  ask: z.strictObject({
    scenario: z.string(),
    /** For each handler, the schedule that tells most. */
    schedules: z.record(z.string(), z.string()),
  }),
  /** `PostgreSQL 15.18` */
  server: z.string().default(''),
  outcomes: z.array(outcomeSchema).default([]),
});
export type Recorded = z.infer<typeof recordedSchema>;
