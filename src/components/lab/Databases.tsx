import { useId } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { Ledger } from './Ledger.tsx';
import { brokenFor } from './lab-view.ts';
import { byDatabase, serviceSays } from './services.ts';
import { tasksOf } from './words.ts';
import { ServiceIcon } from './world-marks.tsx';

export interface DatabasesProps {
  lab: Lab;
  trace: Trace;
  moment: number;
  heading: 'h3' | 'h4';
}

/** Every watched table, under the database that holds it: the application's, then each system's own. */
export function Databases({ lab, trace, moment, heading: Heading }: DatabasesProps) {
  const key = useId();
  const shown = trace.moments[moment];
  if (!shown) return null;
  const tasks = tasksOf(trace);
  const groups = byDatabase(lab.watch.filter((table) => table in shown.tables));
  const outside = groups.some(({ service }) => service !== null);
  return (
    <div className={`dbs${outside ? ' apart' : ''}`}>
      {groups.map(({ service, tables }) => {
        const ledgers = tables.map((table) => {
          const rows = shown.tables[table];
          return rows ? (
            <Ledger
              key={table}
              name={table}
              state={rows}
              tasks={tasks}
              broken={brokenFor(lab, table, shown.broken)}
              now={shown.now}
            />
          ) : null;
        });
        if (!outside) return ledgers;
        const id = `${key}${service ?? 'app'}`;
        return (
          <section key={service ?? ''} className={`db${service === null ? '' : ' out'}`} aria-labelledby={id}>
            <header className="db-h">
              {service && <ServiceIcon name={service} />}
              <Heading id={id}>{service ?? 'The application’s database'}</Heading>
              <p>
                {service
                  ? `${serviceSays[service]} A database of its own: no transaction spans it.`
                  : 'What one transaction can hold together.'}
              </p>
            </header>
            {ledgers}
          </section>
        );
      })}
    </div>
  );
}

/** Whether a lab shows more than its own database. */
export function looksOutside(lab: Lab): boolean {
  return byDatabase(lab.watch).some(({ service }) => service !== null);
}
