/** Steps to put into order, by buttons: dragging alone would shut people out. */
import { useRef, useState } from 'react';
import { VerdictIcon } from '../lab/marks.tsx';
import type { PartProps } from './answers.ts';
import { Verdict } from './marks.tsx';
import { Inline } from './Prose.tsx';

export function Order({ question, order: shown, draft, onDraft, given }: PartProps<'order'>) {
  const { steps, why } = question;
  const [said, setSaid] = useState('');
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const answer = given ?? draft?.answer;
  const order = answer?.kind === 'order' ? answer.order : shown;

  function move(place: number, by: -1 | 1) {
    const to = place + by;
    const step = order[place];
    const other = order[to];
    if (step === undefined || other === undefined) return;
    const next = [...order];
    next[place] = other;
    next[to] = step;
    onDraft({ answer: { kind: 'order', order: next }, trace: null });
    setSaid(`Now step ${to + 1} of ${steps.length}: ${steps[step]}`);
    // React may have moved the button's row, and with it dropped the focus.
    requestAnimationFrame(() => buttons.current.get(`${step}/${by}`)?.focus());
  }

  if (given !== null) return <OrderResult steps={steps} order={order} why={why} />;
  return (
    <>
      <p className="item-how">Move the steps until they stand in the right order.</p>
      <ol className="order">
        {order.map((step, place) => (
          <li key={step}>
            <span className="order-n" aria-hidden="true">
              {place + 1}
            </span>
            <span>
              <Inline text={steps[step] ?? ''} />
            </span>
            <span className="order-b">
              {([-1, 1] as const).map((by) => {
                const stuck = order[place + by] === undefined;
                return (
                  <button
                    key={by}
                    ref={(button) => {
                      if (button === null) buttons.current.delete(`${step}/${by}`);
                      else buttons.current.set(`${step}/${by}`, button);
                    }}
                    className="btn"
                    type="button"
                    aria-disabled={stuck}
                    aria-label={`Move ${by === -1 ? 'up' : 'down'}: ${steps[step]}`}
                    onClick={() => move(place, by)}
                  >
                    <svg viewBox="0 0 16 16" aria-hidden="true">
                      <path d={by === -1 ? 'm3 10 5-5 5 5' : 'm3 6 5 5 5-5'} />
                    </svg>
                  </button>
                );
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="sr" aria-live="polite">
        {said}
      </p>
    </>
  );
}

function OrderResult({ steps, order, why }: { steps: string[]; order: number[]; why: string }) {
  const right = order.every((step, place) => step === place);
  return (
    <>
      <ol className="order">
        {order.map((step, place) => (
          <li key={step} className={step === place ? 'right' : 'wrong'}>
            <span className="order-n" aria-hidden="true">
              {place + 1}
            </span>
            <span>
              <Inline text={steps[step] ?? ''} />
            </span>
            <span className={`order-m ${step === place ? 'mark-r' : 'mark-w'}`}>
              <VerdictIcon kind={step === place ? 'holds' : 'broken'} />
              {step === place ? 'In its place' : `Belongs at ${step + 1}`}
            </span>
          </li>
        ))}
      </ol>
      {!right && (
        <>
          <p className="item-how">The right order:</p>
          <ol className="order">
            {steps.map((step, place) => (
              <li key={step} className="right">
                <span className="order-n" aria-hidden="true">
                  {place + 1}
                </span>
                <span>
                  <Inline text={step} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <p className="item-why">
        <Verdict right={right} /> <Inline text={why} />
      </p>
    </>
  );
}
