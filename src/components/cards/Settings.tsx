/** How much a day, how well, in which order. */
import { useId, useState } from 'react';
import { type CardOrder, cardOrders, settingBounds, settingNames } from '../../cards/settings.ts';
import { set } from './acts.ts';
import type { Cards } from './useCards.ts';

const orderNames: Record<CardOrder, string> = {
  'reviews-first': 'Reviews first',
  mixed: 'Mixed',
  'new-first': 'New cards first',
};

export function Settings({ cards }: { cards: Cards }) {
  const { settings } = cards.collection;
  const name = useId();
  const [said, setSaid] = useState('');

  function keep(setting: string, value: string | number) {
    set(cards.progress, setting, value);
    setSaid('Noted.');
  }

  return (
    <details className="cards-settings">
      <summary>Settings for cards</summary>
      <div className="settings">
        <NumberField
          label="New cards a day"
          value={settings.newPerDay}
          {...settingBounds.newPerDay}
          onSet={(value) => keep(settingNames.newPerDay, value)}
        />
        <NumberField
          label="Reviews a day"
          value={settings.reviewsPerDay}
          {...settingBounds.reviewsPerDay}
          onSet={(value) => keep(settingNames.reviewsPerDay, value)}
        />
        <NumberField
          label="Remembered, in percent"
          hint="Higher asks more often. It holds for each card from its next answer on."
          value={Math.round(settings.retention * 100)}
          min={Math.round(settingBounds.retention.min * 100)}
          max={Math.round(settingBounds.retention.max * 100)}
          onSet={(value) => keep(settingNames.retention, value / 100)}
        />
        <fieldset>
          <legend>Order</legend>
          <div className="seg">
            {cardOrders.map((order) => (
              <label key={order}>
                <input
                  type="radio"
                  name={name}
                  checked={settings.order === order}
                  onChange={() => keep(settingNames.order, order)}
                />
                {orderNames[order]}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="sr" role="status">
          {said}
        </p>
      </div>
    </details>
  );
}

interface NumberFieldProps {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  onSet(value: number): void;
}

/** Keeps what is typed until it is left; a number out of bounds is said and not kept. */
function NumberField({ label, hint, value, min, max, onSet }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const number = Number(typed ?? value);
  const isFit =
    typed === null || (typed.trim() !== '' && Number.isInteger(number) && number >= min && number <= max);

  function leave() {
    if (typed === null || !isFit) return;
    if (number !== value) onSet(number);
    setTyped(null);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={typed ?? value}
        aria-invalid={!isFit}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
      />
      <p id={`${id}-hint`} className="quiet">
        {isFit ? hint : `Write a whole number from ${min} to ${max}.`}
      </p>
    </div>
  );
}
