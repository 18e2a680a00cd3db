/** What the page and its worker say to each other. */
import type { Lab, TaskOutcome } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';
import type { Exploration } from '../engine/verdict.ts';

/** An experiment by its parts, as they cross to the worker. */
export interface ExperimentRef {
  lab: Lab;
  scenario: string;
  handler: { name: string; source: string; migration: string };
  workers?: number;
}

export type ReplayResult =
  | { kind: 'trace'; trace: Trace }
  /** A sentence to show; `end` when the handler does not load. */
  | { kind: 'problem'; message: string; end?: TaskOutcome };

export type Request =
  | { id: number; kind: 'boot' }
  | { id: number; kind: 'replay'; ref: ExperimentRef; schedule: string }
  | { id: number; kind: 'explore'; ref: ExperimentRef }
  | { id: number; kind: 'cancel' };

export type Answer =
  | { id: number; kind: 'booted' }
  /** Work on it goes on from here: whoever is silent afterwards is to blame. */
  | { id: number; kind: 'began' }
  | { id: number; kind: 'replayed'; result: ReplayResult }
  | { id: number; kind: 'progress'; schedules: number; steps: number }
  | { id: number; kind: 'explored'; exploration: Exploration }
  | { id: number; kind: 'cancelled' }
  | { id: number; kind: 'failed'; message: string };
