/** A checkpoint as the page gets it: resolved by the build, plain data, no schema library. */
import type { Lab, TaskId, Track } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';

export interface Option {
  text: string;
  right: boolean;
  why: string;
}

/** A run of a lab, drawn beside a question. */
export interface Figure {
  lab: string;
  handler: string;
  scenario: string;
  schedule: string;
  says: string | null;
  trace: Trace;
  /** What the lab calls its workers: "request", "retry". */
  labels: Record<TaskId, string>;
  track: Track | null;
}

/** Where an answer can be read again: a heading of the lesson's page. */
export interface Passage {
  heading: string;
  title: string;
}

interface QuestionBase {
  /** Permanent id of the item. */
  id: string;
  question: string;
  covers: string[];
  /** Card of the lesson's deck that a wrong answer brings forward. */
  card: { id: string; question: string } | null;
  see: Passage | null;
  figure: Figure | null;
}

export type Question = QuestionBase &
  (
    | { kind: 'single'; options: Option[] }
    | { kind: 'multiple'; options: Option[] }
    /** `figure` is whole; before the answer only its first `shown` moments are drawn. */
    | { kind: 'predict'; options: Option[]; figure: Figure; shown: number }
    /** Steps in the right order. */
    | { kind: 'order'; steps: string[]; why: string }
    | {
        kind: 'spot-line';
        file: string;
        /** The handler, line by line. */
        code: string[];
        /** Line numbers, from 1. */
        right: number[];
        lines: Record<number, string>;
        otherwise: string;
      }
    | {
        kind: 'break-it';
        lab: Lab;
        scenario: string;
        handler: { name: string; source: string; migration: string };
        property: { id: string; says: string };
        /** The world before the first step: it can be drawn without an engine. */
        start: Trace;
        /** The minimal schedule that breaks it, for a reader who gives up. */
        counterexample: string;
        why: string;
      }
  );
export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

export interface Checkpoint {
  lesson: string;
  /** Right answers, each at the first try, that pass. */
  pass: number;
  /** Digest of items and options: answers to another edition cannot be marked here. */
  edition: string;
  questions: Question[];
}
