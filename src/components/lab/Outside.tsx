import { useId } from 'react';
import type { ServiceName } from '../../engine/lab.ts';
import type { DatabasesProps } from './Databases.tsx';
import { Ledger } from './Ledger.tsx';
import { brokenFor } from './lab-view.ts';
import { read } from './readings.ts';
import { serviceSays } from './service-says.ts';
import { tasksOf } from './words.ts';
import { ServiceIcon } from './world-marks.tsx';

export interface OutsideProps extends DatabasesProps {
  service: ServiceName;
  /** Names as the lab watches them: `payments.charge`. */
  tables: string[];
}

/** The tables of one system outside: a database of its own, that no transaction of the application spans. */
export function Outside({ lab, trace, moment, heading: Heading, service, tables }: OutsideProps) {
  const id = useId();
  const shown = trace.moments[moment];
  if (!shown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className="db out" role="group" aria-labelledby={id}>
      <header className="db-h">
        <ServiceIcon name={service} />
        <Heading id={id}>{service}</Heading>
        <p>{serviceSays[service]} A database of its own: no transaction spans it.</p>
      </header>
      {tables.map((table) => {
        const state = shown.tables[table];
        return (
          state && (
            <Ledger
              key={table}
              name={table}
              state={state}
              tasks={tasksOf(trace)}
              broken={brokenFor(lab, table, shown.broken)}
              seen={read(table, state, shown.now)}
            />
          )
        );
      })}
    </div>
  );
}
