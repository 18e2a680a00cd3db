/** The services of the outside world, as the interface names them. */
import { type ServiceName, serviceNames } from '../../engine/lab.ts';

function isService(name: string): name is ServiceName {
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
