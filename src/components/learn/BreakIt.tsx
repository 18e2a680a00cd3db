/**
 * The reader chooses who moves until the property breaks. Whether it has is not said before the
 * answer: the tables show it to those who look.
 */
import { useEffect, useRef } from 'react';
import { breaks } from '../../checkpoints/grade.ts';
import { Lanes } from '../lab/Lanes.tsx';
import { Ledger } from '../lab/Ledger.tsx';
import { isCurrent } from '../lab/lab-state.ts';
import { labHref } from '../lab/link.ts';
import { Icon, Mark, workerClass } from '../lab/marks.tsx';
import { useLab } from '../lab/useLab.ts';
import { taskLabels, tasksOf, workerIndex, workerName } from '../lab/words.ts';
import type { PartProps } from './answers.ts';
import { BreakFaults } from './BreakFaults.tsx';
import { Verdict } from './marks.tsx';
import { Inline } from './Prose.tsx';

export function BreakIt({ question, onDraft, given }: PartProps<'break-it'>) {
  const { lab, scenario, handler, property, start, counterexample, why } = question;
  const model = useLab({ lab, subject: { scenario, handler: handler.name }, trace: start, explorations: {} });
  const { state, dispatch, moment, pending } = model;
  const { trace } = state;
  const tasks = tasksOf(trace);
  const labels = taskLabels(lab.scenarios[scenario], tasks);
  const world = trace.moments[moment];
  const settled = isCurrent(state);

  const hand = useRef(onDraft);
  hand.current = onDraft;
  // An answer is a schedule that the engine has run to an end, its own or the property's: of one that
  // stops in the middle nothing can be said.
  useEffect(() => {
    const { schedule, complete } = trace;
    const over = settled && (complete || breaks(trace, property.id));
    hand.current(over ? { answer: { kind: 'break-it', schedule }, trace } : null);
  }, [settled, trace, property.id]);

  // Where the answer is there and its run is not, run it again.
  const asked = given?.kind === 'break-it' ? given.schedule : null;
  const ran = asked === trace.schedule;
  const broken = breaks(trace, property.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (asked !== null && asked !== trace.schedule) dispatch({ type: 'load', schedule: asked });
  }, [asked]);

  return (
    <div className="breakit">
      <p className="item-how">
        <b>{property.says}</b> Find an order of steps that makes this false. The handler is{' '}
        <code>{handler.name}.ts</code>.
      </p>
      {given === null && (
        <fieldset className="moves" aria-label="Who moves next?">
          {tasks.map((task) => {
            const index = workerIndex(tasks, task);
            const view = world?.tasks[task];
            const stuck = settled && view?.enabled === false;
            return (
              <button
                key={task}
                className={`btn ${workerClass(index)}`}
                type="button"
                aria-disabled={stuck}
                onClick={() => dispatch({ type: 'move', choice: task })}
                onPointerEnter={model.warm}
                onFocus={model.warm}
              >
                <Mark index={index} /> Let {workerName(task)} move
                {stuck && view?.why ? <span className="sr">, not possible: {view.why}</span> : null}
              </button>
            );
          })}
          <button
            className="btn"
            type="button"
            aria-disabled={state.choices.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          >
            <Icon name="undo" />
            Undo
          </button>
          <button
            className="btn"
            type="button"
            aria-disabled={state.choices.length === 0}
            onClick={() => dispatch({ type: 'reset' })}
          >
            <Icon name="start" />
            Start over
          </button>
        </fieldset>
      )}
      {given === null && Object.keys(lab.scenarios[scenario]?.faults ?? {}).length > 0 && (
        <BreakFaults
          lab={lab}
          scenario={scenario}
          trace={trace}
          moment={moment}
          pending={pending}
          onMove={(choice) => dispatch({ type: 'move', choice })}
        />
      )}
      {given === null ? (
        <ol className="steps-so-far" aria-label="Steps so far">
          {trace.events.map((event) => (
            <li key={event.moment}>
              {event.task !== '' && (
                <>
                  <Mark index={workerIndex(tasks, event.task)} /> <b>{workerName(event.task)}</b>{' '}
                </>
              )}
              <code>{event.label}</code> <span className="quiet">{event.result}</span>
              {event.end !== null && (
                <span className="quiet">
                  , answers {event.end.status ?? event.end.kind.replaceAll('-', ' ')}
                </span>
              )}
            </li>
          ))}
          {trace.events.length === 0 && <li className="quiet">Nobody has moved yet.</li>}
        </ol>
      ) : (
        <figure className="item-lanes">
          <figcaption>
            Your schedule, <code>{trace.schedule}</code>
          </figcaption>
          <Lanes trace={trace} slots={trace.events.length} track={lab.track ?? null} labels={labels} />
        </figure>
      )}
      <div className="breakit-t">
        {Object.entries(world?.tables ?? {}).map(([name, table]) => (
          <Ledger key={name} name={name} state={table} tasks={tasks} start={lab.clock.start} />
        ))}
      </div>
      <p className="item-how" role="status">
        {pending ? 'Running it…' : (state.problem?.message ?? '')}
      </p>
      {given !== null && (
        <p className="item-why">
          {ran && (
            <>
              <Verdict right={broken} />{' '}
              {broken ? (
                'This schedule breaks it.'
              ) : (
                <>
                  This schedule keeps the property. One that breaks it is{' '}
                  <a href={labHref(lab.id, { scenario, handler: handler.name, schedule: counterexample })}>
                    {counterexample}
                  </a>
                  .
                </>
              )}{' '}
            </>
          )}
          <Inline text={why} />
        </p>
      )}
    </div>
  );
}
