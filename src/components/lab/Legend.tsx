import type { ReactNode } from 'react';
import type { Lab, ServiceName } from '../../engine/lab.ts';
import { serviceNames } from '../../engine/lab.ts';
import { faultSays } from './fault-groups.ts';
import { faultNames, kindsIn } from './faults.ts';
import { CallMark, FaultIcon } from './world-marks.tsx';

export interface LegendProps {
  lab: Lab;
  scenario: string;
}

/** What the marks stand for that are no worker's plain steps. Nothing where there are none. */
export function Legend({ lab, scenario }: LegendProps) {
  const kinds = kindsIn(lab.scenarios[scenario]?.faults ?? {});
  const services = serviceNames.filter((name) => name in lab.services);
  if (kinds.length + services.length === 0) return null;
  return (
    <ul className="legend" aria-label="What the marks mean">
      {services.length > 0 && (
        <Entry mark={<Signs services={services} />} name="A call to another system">
          a step that no transaction covers: {services.join(', ')}
        </Entry>
      )}
      {kinds.map((kind) => (
        <Entry key={kind} mark={<FaultIcon kind={kind} />} name={capital(faultNames[kind].one)}>
          {faultSays[kind]}
        </Entry>
      ))}
    </ul>
  );
}

function Signs({ services }: { services: ServiceName[] }) {
  return services.map((name) => <CallMark key={name} index={0} service={name} />);
}

function Entry({ mark, name, children }: { mark: ReactNode; name: string; children: ReactNode }) {
  return (
    <li>
      <span className="legend-m">{mark}</span>
      <span>
        <b>{name}</b>: {children}
      </span>
    </li>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
