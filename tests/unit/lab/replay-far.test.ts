import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReplayAnswer, replayFar } from '../../../src/components/lab/replay-far.ts';
import { brokenTrace } from './fixtures.ts';

/** Replays schedules of at most `limit` choices. */
function upTo(limit: number) {
  const asked: string[] = [];
  const replay = async (schedule: string): Promise<ReplayAnswer> => {
    asked.push(schedule);
    const length = schedule === '' ? 0 : schedule.split(' ').length;
    return length <= limit
      ? { kind: 'trace', trace: { ...brokenTrace, schedule } }
      : { kind: 'problem', message: `Stops at ${limit}.` };
  };
  return { asked, replay };
}

test('the longest beginning that replays is found in few tries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      async (length, limit) => {
        const choices = Array.from({ length }, (_, index) => `w${(index % 3) + 1}`);
        const { asked, replay } = upTo(limit);
        const answer = await replayFar(replay, choices);
        expect(answer.kind === 'trace' && answer.trace.schedule).toBe(choices.slice(0, limit).join(' '));
        expect(asked.length).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(length + 1)));
      },
    ),
  );
});

test('a handler that does not load is a problem, in the words of the first answer', async () => {
  const { replay } = upTo(-1);
  expect(await replayFar(replay, ['w1', 'w2'])).toEqual({
    kind: 'problem',
    problem: { message: 'Stops at -1.', end: null },
  });
});
