/** One option, several, or the outcome of a run: options with their explanations. */
import { useId } from 'react';
import type { Option } from '../../checkpoints/checkpoint.ts';
import { markOf } from '../../checkpoints/grade.ts';
import type { Answer } from '../../progress/events.ts';
import { Lanes } from '../lab/Lanes.tsx';
import { tracePrefix } from '../lab/lab-state.ts';
import type { PartProps } from './answers.ts';
import { markClass, multipleWords, singleWords, Why } from './marks.tsx';
import { Led } from './Prose.tsx';

interface OptionsProps {
  options: Option[];
  order: number[];
  type: 'radio' | 'checkbox';
  chosen: readonly number[];
  answered: boolean;
  onToggle: (option: number) => void;
}

function Options({ options, order, type, chosen, answered, onToggle }: OptionsProps) {
  const name = useId();
  return order.map((index) => {
    const option = options[index];
    if (option === undefined) return null;
    const isChosen = chosen.includes(index);
    const mark = answered ? markOf(option.right, isChosen) : null;
    const why = `${name}-${index}`;
    return (
      <div key={index} className={markClass(mark)}>
        <label>
          <input
            type={type}
            name={name}
            checked={isChosen}
            onChange={() => answered || onToggle(index)}
            {...(answered ? { 'aria-disabled': true, 'aria-describedby': why } : {})}
          />
          <span>
            <Led text={option.text} />
          </span>
        </label>
        {mark !== null && (
          <Why
            id={why}
            mark={mark}
            words={type === 'radio' ? singleWords : multipleWords}
            text={option.why}
          />
        )}
      </div>
    );
  });
}

export function SingleChoice({ question, order, draft, onDraft, given }: PartProps<'single'>) {
  return (
    <Options
      options={question.options}
      order={order}
      type="radio"
      chosen={chosenIn(given ?? draft?.answer)}
      answered={given !== null}
      onToggle={(option) => onDraft({ answer: { kind: 'single', option }, trace: null })}
    />
  );
}

export function MultipleChoice({ question, order, draft, onDraft, given }: PartProps<'multiple'>) {
  const chosen = chosenIn(given ?? draft?.answer);
  function toggle(option: number) {
    const others = chosen.filter((other) => other !== option);
    const options = chosen.includes(option) ? others : [...others, option].sort((a, b) => a - b);
    onDraft(options.length === 0 ? null : { answer: { kind: 'multiple', options }, trace: null });
  }
  return (
    <>
      <p className="item-how">Choose every one that holds.</p>
      <Options
        options={question.options}
        order={order}
        type="checkbox"
        chosen={chosen}
        answered={given !== null}
        onToggle={toggle}
      />
    </>
  );
}

/** The run is drawn up to the question's moment, with room for what nobody has seen yet. */
export function Predict({ question, order, draft, onDraft, given }: PartProps<'predict'>) {
  const { figure, shown, options } = question;
  const { trace, track, labels, schedule, handler } = figure;
  const seen = given === null ? tracePrefix(trace, shown) : trace;
  return (
    <>
      <figure className="item-lanes">
        <figcaption>
          {given !== null && 'What happened: '}
          <code>{handler}</code> under the schedule <code>{schedule}</code>
          {given === null &&
            (shown === 0 ? '. Nobody has moved yet.' : `, after moment ${shown} of ${trace.events.length}.`)}
        </figcaption>
        <Lanes trace={seen} slots={trace.events.length} track={track} labels={labels} />
      </figure>
      <Options
        options={options}
        order={order}
        type="radio"
        chosen={chosenIn(given ?? draft?.answer)}
        answered={given !== null}
        onToggle={(option) => onDraft({ answer: { kind: 'predict', option }, trace: null })}
      />
    </>
  );
}

function chosenIn(answer: Answer | undefined): readonly number[] {
  switch (answer?.kind) {
    case 'single':
    case 'predict':
      return [answer.option];
    case 'multiple':
      return answer.options;
    default:
      return [];
  }
}
