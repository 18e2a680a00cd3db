import type { FaultKind } from '../../engine/lab.ts';
import { type FaultChoice, type FaultGroup, faultKeys, faultSays } from './fault-groups.ts';
import { faultNames } from './faults.ts';
import { FaultIcon } from './world-marks.tsx';

export interface FaultMovesProps {
  groups: FaultGroup[];
  pending: boolean;
  /** The kind whose letter was pressed: a number is awaited. */
  armed: FaultKind | null;
  /** A choice as printed in a schedule: `crash:w1`. */
  onMove: (choice: string) => void;
}

/** While an answer is awaited, whatever there is a budget for may be asked. */
export function mayStrike(group: FaultGroup, choice: FaultChoice, pending: boolean): boolean {
  return pending ? group.left > 0 : choice.may;
}

/** What may go wrong, kind by kind, and how often it still may. */
export function FaultMoves({ groups, pending, armed, onMove }: FaultMovesProps) {
  if (groups.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className="faults" role="group" aria-label="Faults">
      {groups.map((group) => {
        const { fault, left, of, choices } = group;
        const key = faultKeys[fault];
        const says = faultSays[fault];
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
          <div
            key={fault}
            className={`fault-kind${left === 0 ? ' spent' : ''}${armed === fault ? ' armed' : ''}`}
            role="group"
            aria-label={`${capital(faultNames[fault].many)}, ${left} of ${of} left`}
          >
            <span className="fault-left" title={`${capital(says)}.`} aria-hidden="true">
              <FaultIcon kind={fault} />
              {left === 0 ? 'spent' : `${left} left`}
            </span>
            {choices.map((choice) => {
              const may = mayStrike(group, choice, pending);
              return (
                <button
                  key={choice.choice}
                  className="btn fault"
                  type="button"
                  data-move={choice.choice}
                  aria-disabled={!may}
                  title={may || choice.why === '' ? `${capital(says)}.` : `Not now: ${choice.why}.`}
                  onClick={() => {
                    if (may) onMove(choice.choice);
                  }}
                >
                  {choice.label}{' '}
                  <kbd aria-hidden="true">
                    {key}
                    {'\u2009'}
                    {choice.again && '⇧'}
                    {choice.digit}
                  </kbd>
                  {!may && choice.why !== '' && <span className="sr">, not now: {choice.why}</span>}
                </button>
              );
            })}
          </div>
        );
      })}
      <span className="sr" role="status">
        {armed !== null && `${capital(faultNames[armed].one)}: now a number.`}
      </span>
      <p className={`fault-keys${armed === null ? '' : ' armed'}`}>
        {armed === null ? (
          <>
            Faults on the keyboard: <kbd>{letters(groups)}</kbd>, then the number.
          </>
        ) : (
          <>
            <kbd>{faultKeys[armed]}</kbd> and now a number, or <kbd>Esc</kbd>.
          </>
        )}
      </p>
    </div>
  );
}

function letters(groups: FaultGroup[]): string {
  const keys = groups.map(({ fault }) => faultKeys[fault]);
  return keys.length === 1 ? (keys[0] ?? '') : keys.join(' ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
