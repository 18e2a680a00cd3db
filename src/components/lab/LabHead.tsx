import { useId } from 'react';
import type { Lab } from '../../engine/lab.ts';
import { budgetWords } from './faults.ts';
import { handlersOf } from './lab-view.ts';
import type { LabModel } from './useLab.ts';
import { baseOf, handlerLabel } from './words.ts';

export interface LabHeadProps {
  lab: Lab;
  model: LabModel;
  titleId: string;
  figure: string | undefined;
  full: boolean;
  /** The one handler is the reader's, and its editor stands beside the lab. */
  ownHandler: boolean;
  editing: boolean;
  onEdit: () => void;
}

/** Title, handler, scenario, and the way to the editor. */
export function LabHead({ lab, model, titleId, figure, full, ownHandler, editing, onEdit }: LabHeadProps) {
  const { subject } = model.state;
  const Heading = full ? 'h2' : 'h3';
  const handlers = handlersOf(lab, model.edits);
  const own = handlers.filter((name) => baseOf(name) !== null).length;
  const scenarios = Object.keys(lab.scenarios);
  /** "at most one crash": said beside every scenario, once any has a fault. */
  const faulty = scenarios.some((name) => budgetWords(lab.scenarios[name]?.faults ?? {}) !== '');
  const budgetOf = (name: string) =>
    budgetWords(lab.scenarios[name]?.faults ?? {}) || (faulty ? 'no faults' : '');
  const choose = (part: Partial<typeof subject>) =>
    model.dispatch({
      type: 'choose',
      subject: { ...subject, ...part },
      ...(part.scenario ? { schedule: '' } : {}),
    });
  return (
    <>
      <header className={`lab-head${full ? ' full' : ''}`}>
        {/* The lab's own page has the title above already. */}
        <Heading id={titleId} className={full ? 'sr' : undefined}>
          {figure && <span className="fig-n">{figure}</span>}
          {lab.title}
        </Heading>
        {!ownHandler && (
          <>
            <Picker
              label="Handler"
              names={handlers}
              value={subject.handler}
              asSelect={handlers.length - own > 3 || own > 1}
              words={(name) => (baseOf(name) !== null && own === 1 ? 'yours' : handlerLabel(name))}
              onChoose={(handler) => choose({ handler })}
            />
            <button className="btn" type="button" data-edit aria-expanded={editing} onClick={onEdit}>
              Edit the handler
            </button>
          </>
        )}
      </header>
      {(scenarios.length > 1 || budgetOf(subject.scenario) !== '') && (
        <div className="lab-scene">
          <span aria-hidden="true">Scenario</span>
          {scenarios.length > 1 ? (
            <Picker
              label="Scenario"
              names={scenarios}
              value={subject.scenario}
              asSelect={scenarios.length > 3}
              words={(name) => lab.scenarios[name]?.says ?? handlerLabel(name)}
              note={budgetOf}
              onChoose={(scenario) => choose({ scenario })}
            />
          ) : (
            <p>
              {lab.scenarios[subject.scenario]?.says ?? handlerLabel(subject.scenario)}
              <small>{budgetOf(subject.scenario)}</small>
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface PickerProps {
  label: string;
  names: string[];
  value: string;
  asSelect: boolean;
  words: (name: string) => string;
  /** A second line. */
  note?: (name: string) => string;
  onChoose: (name: string) => void;
}

/** A row of radio buttons; a select where they would not fit. */
function Picker({ label, names, value, asSelect, words, note = () => '', onChoose }: PickerProps) {
  const group = useId();
  if (asSelect) {
    return (
      // A select cuts off what does not fit in one line; what is chosen stands over it, and wraps.
      <span className="pick over">
        <span aria-hidden="true">
          {words(value)}
          {note(value) !== '' && <small>{note(value)}</small>}
        </span>
        <select aria-label={label} value={value} onChange={(change) => onChoose(change.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {[words(name), note(name)].filter(Boolean).join(', ')}
            </option>
          ))}
        </select>
      </span>
    );
  }
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {names.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name={group}
            value={name}
            checked={name === value}
            onChange={() => onChoose(name)}
          />
          {words(name)}
          {note(name) !== '' && <small>{note(name)}</small>}
        </label>
      ))}
    </div>
  );
}
