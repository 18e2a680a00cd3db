import { useId } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { Ledger } from './Ledger.tsx';
import { brokenFor } from './lab-view.ts';
import { Outside } from './parts.tsx';
import { byDatabase } from './services.ts';
import { tasksOf } from './words.ts';

export interface DatabasesProps {
  lab: Lab;
  trace: Trace;
  moment: number;
  heading: 'h3' | 'h4';
}

/** Every watched table, under the database that holds it: the application's, then each system's own. */
export function Databases(props: DatabasesProps) {
  const { lab, trace, moment, heading: Heading } = props;
  const id = useId();
  const shown = trace.moments[moment];
  if (!shown) return null;
  const tasks = tasksOf(trace);
  const groups = byDatabase(lab.watch.filter((table) => table in shown.tables));
  const outside = groups.filter(({ service }) => service !== null);
  const own = groups.find(({ service }) => service === null)?.tables ?? [];
  const ledgers = own.map((table) => {
    const state = shown.tables[table];
    const broken = brokenFor(lab, table, shown.broken);
    return (
      state && (
        <Ledger
          key={table}
          name={table}
          state={state}
          tasks={tasks}
          broken={broken}
          start={lab.clock.start}
        />
      )
    );
  });
  if (outside.length === 0) return ledgers;
  return (
    <div className="dbs apart">
      {own.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
        <div className="db" role="group" aria-labelledby={id}>
          <header className="db-h">
            <Heading id={id}>The application’s database</Heading>
            <p>What one transaction can hold together.</p>
          </header>
          {ledgers}
        </div>
      )}
      {outside.map(
        (group) =>
          group.service !== null && (
            <Outside key={group.service} {...props} service={group.service} tables={group.tables} />
          ),
      )}
    </div>
  );
}

/** Whether a lab shows more than its own database. */
export function looksOutside(lab: Lab): boolean {
  return byDatabase(lab.watch).some(({ service }) => service !== null);
}
