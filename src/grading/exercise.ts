/** An exercise as data: a lab's world, a handler to repair, and points for what then holds. */
import type { Lab, PropertyId } from '../engine/lab.ts';

/** What a learner hands in: a handler and a migration. */
export interface Work {
  source: string;
  migration: string;
}

export interface WrongAnswer extends Work {
  says: string;
  breaks: PropertyId;
  points: number;
}

export interface Exercise {
  id: string;
  title: string;
  lesson: string;
  order: number;
  goal: string;
  version: number;
  minutes: number;
  lab: Lab;
  /** Scenarios in which it is judged. */
  scenarios: string[];
  /** In the order in which they are shown. */
  points: Record<PropertyId, number>;
  migration: 'locked' | 'editable';
  hints: string[];
  starter: Work;
  solution: Work;
  mutants: Record<string, WrongAnswer>;
  covers: string[];
}

export const pointsOf = ({ points }: Pick<Exercise, 'points'>) =>
  Object.values(points).reduce((sum, each) => sum + each, 0);
