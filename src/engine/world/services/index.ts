/** The outside world that a lab may use, by name. */
import type { ServiceName } from '../../lab.ts';
import { email } from './email.ts';
import { llm } from './llm.ts';
import { payments } from './payments.ts';
import { queue } from './queue.ts';
import { redis } from './redis.ts';
import type { Service } from './service.ts';

export const services: Readonly<Record<ServiceName, Service>> = { payments, email, llm, queue, redis };
