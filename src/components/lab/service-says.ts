import type { ServiceName } from '../../engine/lab.ts';

/**
 * What each stands for: the words of its table in `src/engine/world/services`, which a test compares.
 * They are repeated here so that a page does not load the models themselves.
 */
export const serviceSays: Record<ServiceName, string> = {
  payments: 'A payment provider. Amounts are whole numbers of the smallest unit, such as cents.',
  email: 'An e-mail provider. Its table holds what people find in their inboxes.',
  llm: 'A language model behind an API. Its table is the bill.',
  queue:
    'A message broker with the queues that the lab gives it, in the manner of Amazon SQS’s standard queues.',
  redis: 'A key-value store in the manner of Redis. Values are texts; a number becomes its digits.',
};
