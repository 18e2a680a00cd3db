/** The services of the outside world, as the prelude is told of them. */
import { type ServiceName, serviceNames, type TaskId } from '../engine/lab.ts';
import { services } from '../engine/world/services/index.ts';
import type { PreludeConfig } from './prelude.ts';

const nouns: Record<ServiceName, string> = {
  payments: 'payments provider',
  email: 'email provider',
  llm: 'llm provider',
  queue: 'queue',
  redis: 'redis',
};

/** @param present - Those that the lab has. */
export function describeServices(present: readonly ServiceName[]): PreludeConfig['services'] {
  const has = present.length === 0 ? 'It has no services.' : `It has ${present.join(', ')}.`;
  return Object.fromEntries(
    serviceNames.map((name) => [
      name,
      {
        operations: Object.keys(services[name].operations),
        absent: present.includes(name) ? null : `This lab has no ${nouns[name]}. ${has}`,
      },
    ]),
  );
}

/** Names a call at its provider's: `req_w1_3`, or `req_7_w1_3` with the seed 7. */
export function requestId(seed: number, task: TaskId, call: number): string {
  return `req_${seed === 0 ? '' : `${seed}_`}${task}_${call}`;
}
