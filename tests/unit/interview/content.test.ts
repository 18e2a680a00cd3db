import { expect, test } from 'vitest';
import { loadPrompts, loadQuestions } from '../../../src/interview/load.ts';

const questions = loadQuestions();
const asked = new Map(questions.map((question) => [question.id, question]));

test('every interview question that the course grew from is asked, and those of the curriculum', () => {
  // The interviews of the seeds, in their order, and the curriculum's list: one question each that holds it.
  const homes = [
    ...['twice-three-semantics', 'twice-vendor', 'keys-design-payments', 'keys-why-client'],
    ...['safe-natural-or-table', 'crashes-before-the-ack', 'retry-llm-job', 'races-same-instant'],
    ...['crashes-stuck-for-ever', 'safe-put-delete', 'twice-dedupe-at-receiver', 'keys-statuses'],
    ...['webhooks-three-times', 'keys-size-the-store', 'queues-message-or-business-id', 'retry-unsafe'],
    ...['webhooks-out-of-order', 'keys-how-long', 'retry-provider-calls', 'races-button-and-mutex'],
    ...['retry-one-liner', 'races-redis-or-database', 'keys-three-regions', 'keys-load-balancer'],
    ...['queues-kafka-email', 'twice-email-no-keys', 'keys-introduce-them', 'retry-test-it'],
  ];
  expect(homes.filter((id) => !asked.has(id))).toEqual([]);
});

test('every question of a lesson has a card for some of its points, and every one its texts', () => {
  for (const { id, short, full, cards, follow, inLesson } of questions) {
    expect(!inLesson || cards.some((card) => card !== null), id).toBe(true);
    for (const text of [short, full, ...follow.flatMap(({ ask, answer }) => [ask, answer])])
      expect(text, id).toMatch(/\S.*[.?!”`)]$/s);
  }
});

test('some follow-ups depend on what was named, and every lesson has questions of its own', () => {
  const depends = questions.flatMap(({ follow }) => follow.filter(({ when }) => when !== null));
  expect(depends.length).toBeGreaterThanOrEqual(40);
  const lessons = new Set(questions.map(({ lesson }) => lesson));
  expect(lessons.size).toBe(8);
  for (const each of lessons) {
    const own = questions.filter(({ lesson }) => lesson === each);
    expect(own.length, each).toBeGreaterThanOrEqual(6);
  }
});

test('a design prompt goes from the first question to operations, in timed stages', () => {
  const prompts = loadPrompts();
  expect(prompts.map(({ id }) => id)).toEqual(['post-payments', 'webhook-receiver']);
  expect(prompts[0]?.stages.map(({ id }) => id)).toEqual([
    ...['clarify', 'api', 'data', 'happy-path', 'races', 'crashes', 'outside', 'operations'],
  ]);
  for (const { stages } of prompts) {
    const minutes = stages.reduce((sum, stage) => sum + stage.minutes, 0);
    expect(minutes).toBeGreaterThanOrEqual(30);
    expect(minutes).toBeLessThanOrEqual(45);
  }
});
