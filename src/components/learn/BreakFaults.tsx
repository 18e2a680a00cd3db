/** What may go wrong in a *break it* question, to press. */
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { mayStrike } from '../lab/FaultMoves.tsx';
import { faultGroups, faultSays } from '../lab/fault-groups.ts';
import { faultNames } from '../lab/faults.ts';
import { FaultIcon } from '../lab/world-marks.tsx';

export interface BreakFaultsProps {
  lab: Lab;
  scenario: string;
  trace: Trace;
  moment: number;
  pending: boolean;
  /** A choice as printed in a schedule: `crash:w1`. */
  onMove: (choice: string) => void;
}

export function BreakFaults({ lab, scenario, trace, moment, pending, onMove }: BreakFaultsProps) {
  return (
    <fieldset className="moves" aria-label="What goes wrong?">
      {faultGroups(lab, scenario, trace, moment).map((group) => {
        const { fault, left, of, choices } = group;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
          <div
            key={fault}
            className={`fault-kind${left === 0 ? ' spent' : ''}`}
            role="group"
            aria-label={`${faultNames[fault].many}, ${left} of ${of} left`}
          >
            <span className="fault-left" title={`It means: ${faultSays[fault]}.`} aria-hidden="true">
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
                  aria-disabled={!may}
                  onClick={() => {
                    if (may) onMove(choice.choice);
                  }}
                >
                  {choice.label}
                  {!may && choice.why !== '' && <span className="sr">, not now: {choice.why}</span>}
                </button>
              );
            })}
          </div>
        );
      })}
    </fieldset>
  );
}
