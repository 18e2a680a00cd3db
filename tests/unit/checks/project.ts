/** A small course in a folder of its own, in which a test breaks one thing. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const course = `races:
  number: 4
  title: Races
  subtitle: Check-then-act and the unique claim
  goal: Close the gap.
`;

const lesson = `---
title: Races
subtitle: Check-then-act and the unique claim
goal: Close the gap.
youHave: order-9
labs: [double-charge]
covers: [races-gap]
---

## Where is the gap?

Two requests look, and *then* two requests write; see [the lab](/labs/double-charge/?handler=unique-claim&scenario=two-at-once&schedule=w1+w2).

<Lab lab="double-charge" handler="check-then-insert" schedule="w1 w2" />

<Question id="races-who" topics="races-gap" ask="Who is told?" short="Both." rubric={['the winner', 'the loser', 'what each hears']} proves="double-charge unique-claim w1 w2">Both are.</Question>
`;

const checkpoint = `lesson: races
pass: 1
items:
  - id: races-status
    kind: predict
    question: What does W2 answer?
    covers: [races-gap]
    card: races-where
    see: where-is-the-gap
    lab: double-charge
    handler: check-then-insert
    schedule: w1 w2 w2 w1
    ask: { status: w2 }
    options:
      - { value: 201, why: It has written a row. }
      - { value: 409, why: Nobody was before it. }
`;

const deck = `# Races
tint: 4
blurb: Two workers and one row.

id: races-where
Q: Where is the gap?
A: Between the two statements.
see: double-charge?scenario=two-at-once check-then-insert w1 w2 w2 w1
tags: races-gap
`;

export interface Project {
  root: string;
  /** Replaces a text that must be there. */
  change(file: string, text: string, by: string): void;
  write(file: string, text: string): void;
}

export const lessonFile = 'content/lessons/04-races/index.mdx';

/** A course without a mistake; it is gone when the test has finished. */
export function project(): Project {
  const root = mkdtempSync(path.join(tmpdir(), 'effectively-once-content-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('content/course.yaml', course);
  write(lessonFile, lesson);
  write('content/checkpoints/races.yaml', checkpoint);
  write('content/decks/races.deck', deck);
  cpSync('content/labs/double-charge', path.join(root, 'content/labs/double-charge'), { recursive: true });
  return {
    root,
    write,
    change(file, text, by) {
      const before = readFileSync(path.join(root, file), 'utf8');
      if (!before.includes(text)) throw new Error(`${file} does not have ${JSON.stringify(text)}.`);
      writeFileSync(
        path.join(root, file),
        before.replace(text, () => by),
      );
    },
  };
}
