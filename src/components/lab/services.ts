/** The services of the outside world, as the interface names them. */
import { type ServiceName, serviceNames } from '../../engine/lab.ts';

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

export function isService(name: string): name is ServiceName {
  return (serviceNames as readonly string[]).includes(name);
}

export interface TableGroup {
  /** Null: the application's own database. */
  service: ServiceName | null;
  /** Names as the lab watches them: `charge`, `payments.charge`. */
  tables: string[];
}

/** Tables by the database that holds them, the application's first; within each in the lab's order. */
export function byDatabase(watch: readonly string[]): TableGroup[] {
  const groups = new Map<ServiceName | null, string[]>();
  for (const name of watch) {
    const [head = '', tail] = name.split('.');
    const service = tail !== undefined && isService(head) ? head : null;
    groups.set(service, [...(groups.get(service) ?? []), name]);
  }
  return [null, ...serviceNames].flatMap((service) => {
    const tables = groups.get(service);
    return tables ? [{ service, tables }] : [];
  });
}
