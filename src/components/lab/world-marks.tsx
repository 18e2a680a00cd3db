/** Drawings of what no worker is: faults, and the systems outside. Each a shape of its own, in ink. */
import type { ReactNode } from 'react';
import type { FaultKind, ServiceName } from '../../engine/lab.ts';
import { shapeOf, workerClass } from './marks.tsx';

export const faultPaths: Record<FaultKind, string> = {
  crash: 'm2.6 2.6 10.8 10.8M13.4 2.6 2.6 13.4',
  // On its way down to the handler, and on its way back up.
  loseRequest: 'M8 .8v6.4m-3 1.6 6 6m0-6-6 6',
  loseResponse: 'M8 15.2V8.8M5 7.2l6-6m0 6-6-6',
  timeout: 'M3.4 1.4h9.2M3.4 14.6h9.2M4.6 1.4c0 5.4 6.8 7.8 6.8 13.2M11.4 1.4c0 5.4-6.8 7.8-6.8 13.2',
  redeliver: 'M13.2 8.4A5.4 5.4 0 1 1 11.3 4.2M13.6 1.2v3.9H9.7',
  reorder:
    'M1 4.2h2.6l6.4 7.6h4.6m-2.4-2.6 2.5 2.6-2.5 2.6M1 11.8h2.6L5 10.1m3-4 2-1.9h4.6m-2.4-2.6 2.5 2.6-2.5 2.6',
  clockJump: 'm2 2.8 5.2 5.2L2 13.2M8.4 2.8l5.2 5.2-5.2 5.2',
};

/** @param className - `mk` draws it at a worker's mark's size, in a lane. */
export function FaultIcon({ kind, className = 'ic' }: { kind: FaultKind; className?: string }) {
  return (
    <svg className={`${className} fault`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={faultPaths[kind]} />
    </svg>
  );
}

const servicePaths: Record<ServiceName, string> = {
  payments: 'M1.4 3.4h13.2v9.2H1.4zM1.4 6.6h13.2M4 10h2.6',
  email: 'M1.4 3.2h13.2v9.6H1.4zM1.4 3.6 8 9l6.6-5.4',
  llm: 'M8 1.2 9.8 6.2l5 1.8-5 1.8L8 14.8 6.2 9.8 1.2 8l5-1.8z',
  queue: 'M1.2 5.4h3.6v5.2H1.2zM6.2 5.4h3.6v5.2H6.2zM11.2 5.4h3.6v5.2h-3.6z',
  redis: 'M1.4 8a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0M7 8h7.6v3.2M11.2 8v2.4',
};

export function ServiceIcon({ name }: { name: ServiceName }) {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      <path d={servicePaths[name]} />
    </svg>
  );
}

/** A worker's shape with a system's sign cut out of it: a step that left the application's database. */
export function CallMark({ index, service }: { index: number; service: ServiceName }): ReactNode {
  // A triangle has its room further down.
  const drop = index % 6 === 2 ? 5.4 : 4;
  return (
    <svg className={`mk out ${workerClass(index)}`} viewBox="0 0 16 16" aria-hidden="true">
      {shapeOf(index)}
      <path className="sign" transform={`translate(4 ${drop}) scale(.5)`} d={servicePaths[service]} />
    </svg>
  );
}
