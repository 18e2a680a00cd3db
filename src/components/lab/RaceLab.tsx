/**
 * The race lab: the reader is the scheduler. Its first picture needs no engine, since the preset's
 * trace and the explorations were computed by the build; the first question wakes the worker.
 */
import { useId, useMemo, useRef } from 'react';
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Exploration } from '../../engine/verdict.ts';
import { Databases, looksOutside } from './Databases.tsx';
import { kindsIn } from './faults.ts';
import { LabHead } from './LabHead.tsx';
import { Lanes } from './Lanes.tsx';
import { tracePrefix } from './lab-state.ts';
import { breaksElsewhere, faultShown, handlersOf, isTheTask, nextToTry, roomFor } from './lab-view.ts';
import { labHref } from './link.ts';
import { MapPanel } from './MapPanel.tsx';
import { Moves, mayMove } from './Moves.tsx';
import { Notices } from './Notices.tsx';
import { Panes } from './Panes.tsx';
import { Predict, type PredictQuestion, usePredict } from './Predict.tsx';
import { Properties } from './Properties.tsx';
import { Clock, FaultDesk, Legend } from './parts.tsx';
import { SideBySide } from './SideBySide.tsx';
import { TaskLine } from './TaskLine.tsx';
import { TraceTable } from './TraceTable.tsx';
import { Transport } from './Transport.tsx';
import { hasTime } from './time.ts';
import { useAddress } from './useAddress.ts';
import { useAnnouncement } from './useAnnouncement.ts';
import { useEditor } from './useEditor.tsx';
import { useLab } from './useLab.ts';
import { useLabKeys } from './useLabKeys.ts';
import { useFind, useInView, useMove } from './useMoves.ts';
import { harmOf } from './verdict-words.ts';
import { baseOf, taskLabels, tasksOf } from './words.ts';

export interface RaceLabProps {
  lab: Lab;
  scenario: string;
  handler: string;
  schedule: string;
  /** The preset, replayed by the build. */
  trace: Trace;
  /** Computed by the build; key `${scenario}/${handler}`. */
  explorations: Record<string, Exploration>;
  /** "Figure 4.2, a lab". */
  figure?: string;
  /** The lab's own page: its state lives in the address bar. */
  full?: boolean;
  /** Where that page is; the lab's own among `/labs/` when absent. */
  address?: string;
  /** Of an exercise: one handler, the reader's, edited beside the lab, and no page that shows it. */
  ownHandler?: boolean;
  /** Asked before the first move, while what gives the answer away is out of sight. */
  predict?: PredictQuestion;
}

export default function RaceLab(props: RaceLabProps) {
  const {
    lab,
    scenario,
    handler,
    trace: preset,
    explorations,
    figure,
    full = false,
    ownHandler = false,
  } = props;
  const subject = useMemo(() => ({ scenario, handler }), [scenario, handler]);
  const model = useLab({ lab, subject, trace: preset, explorations });
  const { state, dispatch, moment, exploration } = model;
  const root = useRef<HTMLElement>(null);
  const editor = useEditor(model, lab, root);
  const address = useAddress({
    lab,
    preset: { scenario, handler, schedule: preset.schedule },
    model,
    full,
    home: props.address,
  });
  const key = useId();

  const { trace } = state;
  const tasks = tasksOf(trace);
  /** The handler at hand has no trace: it does not load, or the engine is in trouble. */
  const bare = state.foreign && state.problem !== null;
  /** What the notice, or the editor, says already is not said a third time. */
  const exploreProblem =
    state.problem && state.problem.message === model.exploreProblem
      ? 'Until that is mended there is nothing to try.'
      : model.exploreProblem;
  const shown = trace.moments[moment];
  const brokenNow = shown?.broken[0];
  const harm =
    brokenNow === undefined || state.foreign || !isTheTask(lab, state.subject, brokenNow)
      ? null
      : harmOf(lab, brokenNow);
  const brokeAt = trace.events.find(
    (event) => brokenNow !== undefined && event.breaks.includes(brokenNow),
  )?.moment;
  const labels = taskLabels(lab.scenarios[state.subject.scenario], tasks);
  const prediction = usePredict({
    question: props.predict,
    subject,
    schedule: preset.schedule,
    state,
  });
  const say = useAnnouncement(model, lab);
  const move = useMove(model, root);
  const find = useFind(model);
  const failing = kindsIn(lab.scenarios[state.subject.scenario]?.faults ?? {}).length > 0;
  const heading = full ? 'h3' : 'h4';
  const slots = useMemo(() => roomFor(exploration), [exploration]);
  const fault = faultShown(model);
  const soFar = useMemo(() => tracePrefix(trace, moment), [trace, moment]);
  useInView(root, moment, trace);

  const keys = useLabKeys({
    tasks,
    mayMove: (task) => mayMove(shown?.tasks[task], model.pending),
    onMove: move,
    onUndo: () => dispatch({ type: 'undo' }),
  });

  return (
    <section
      ref={root}
      className={`lab${prediction.veiled ? ' veiled' : ''}`}
      aria-labelledby={`${key}title`}
      onKeyDown={keys.onKeyDown}
      onPointerEnter={model.warm}
      onFocus={model.warm}
    >
      <LabHead
        lab={lab}
        model={model}
        titleId={`${key}title`}
        figure={figure}
        full={full}
        ownHandler={ownHandler}
        editing={editor.open}
        onEdit={editor.toggle}
      />
      {/* An exercise asks something else than the lab does. */}
      {!ownHandler && (
        <TaskLine
          lab={lab}
          harm={harm}
          moment={brokeAt ?? moment}
          found={state.found}
          exploration={exploration}
          next={nextToTry(lab, state.subject)}
          elsewhere={breaksElsewhere(lab, state.subject)}
        />
      )}
      <Predict prediction={prediction} trace={trace} moment={moment} track={lab.track ?? null} root={root} />
      <Notices lab={lab} model={model} sentences={address.problems} editing={editor.tells} />
      {editor.panel}
      <Panes
        trace={trace}
        moment={moment}
        source={model.handlerOf(state.subject.handler).source}
        current={!state.foreign}
        marks={fault?.line ? [{ from: fault.line, to: fault.line, kind: 'fault' }] : []}
      />
      {!bare && (
        <>
          <div className={`stage${model.pending ? ' busy' : ''}`} aria-busy={model.pending}>
            {hasTime(lab, trace) && <Clock lab={lab} trace={trace} moment={moment} />}
            <Lanes
              trace={trace}
              moment={moment}
              slots={slots}
              track={lab.track ?? null}
              labels={labels}
              onSeek={(to) => dispatch({ type: 'seek', moment: to })}
              onMove={move}
            />
            {(failing || Object.keys(lab.services).length > 0) && (
              <Legend lab={lab} scenario={state.subject.scenario} />
            )}
          </div>
          <Transport
            trace={trace}
            choices={state.choices}
            moment={moment}
            slots={slots}
            onReset={() => dispatch({ type: 'reset' })}
            onSeek={(to) => dispatch({ type: 'seek', moment: to })}
            link={ownHandler ? null : address.link}
          />
          <Moves
            trace={trace}
            moment={moment}
            pending={model.pending}
            waiting={model.waiting}
            canUndo={state.cursor > 0}
            onMove={move}
            onUndo={() => dispatch({ type: 'undo' })}
            find={find}
          />
          {failing && (
            <FaultDesk
              lab={lab}
              scenario={state.subject.scenario}
              trace={trace}
              moment={moment}
              pending={model.pending}
              onMove={move}
              keys={keys.faults}
            />
          )}
        </>
      )}
      <div className={`outcome${looksOutside(lab) ? ' worlds' : ''}`}>
        <div>
          {bare && <p className="quiet">Nothing has run, so there are no rows to look at.</p>}
          {!bare && <Databases lab={lab} trace={trace} moment={moment} heading={heading} />}
        </div>
        <div>
          <div>
            <Properties
              lab={lab}
              scenario={state.subject.scenario}
              trace={bare ? null : trace}
              moment={moment}
              exploration={exploration}
              running={model.running}
              problem={exploreProblem}
              heading={heading}
              veiled={prediction.veiled}
              onExplore={model.explore}
              onCancel={model.cancel}
            />
          </div>
          <div>
            {exploration && (
              <MapPanel
                exploration={exploration}
                tasks={tasks}
                scenario={lab.scenarios[state.subject.scenario]}
                chosen={state.choices.slice(0, moment)}
                href={!ownHandler && baseOf(state.subject.handler) === null ? address.hrefOf : undefined}
                onPick={address.pick}
              />
            )}
          </div>
        </div>
      </div>
      <div className="lab-foot">
        {!bare && (
          <details>
            <summary>The trace as a table</summary>
            <TraceTable trace={trace} moment={moment} track={lab.track ?? null} />
          </details>
        )}
        {!bare && !ownHandler && (
          <SideBySide
            lab={lab}
            handler={state.subject.handler}
            trace={soFar}
            labels={labels}
            others={handlersOf(lab, model.edits).filter((name) => name !== state.subject.handler)}
            edition={model.edits}
            replay={model.replayOther}
          />
        )}
        {!full && !ownHandler && (
          <p className="lab-own">
            <a href={labHref(lab.id)}>This lab on a page of its own</a>
          </p>
        )}
      </div>
      <p className="sr" aria-live="polite">
        {say}
      </p>
    </section>
  );
}
