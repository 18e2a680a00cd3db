/** What a reader may set about cards. Kept as `setting` events; the last one that makes sense holds. */
import { usualRetention } from './schedule.ts';

export const cardOrders = ['reviews-first', 'mixed', 'new-first'] as const;
export type CardOrder = (typeof cardOrders)[number];

export interface CardSettings {
  newPerDay: number;
  reviewsPerDay: number;
  /** The share of answers to be known when they are asked. */
  retention: number;
  order: CardOrder;
  /** New cards asked for beyond the limit, on one day: `2026-11-30`. */
  extra: { day: string; cards: number } | null;
}

export const usualSettings: CardSettings = {
  newPerDay: 20,
  reviewsPerDay: 200,
  retention: usualRetention,
  order: 'reviews-first',
  extra: null,
};

/** Names of the `setting` events, and what each may be. */
export const settingNames = {
  newPerDay: 'cards.new-per-day',
  reviewsPerDay: 'cards.reviews-per-day',
  retention: 'cards.retention',
  order: 'cards.order',
  /** `2026-11-30 10`: ten more on that day. */
  extra: 'cards.extra-new',
} as const;

export const settingBounds = {
  newPerDay: { min: 0, max: 999 },
  reviewsPerDay: { min: 0, max: 9999 },
  retention: { min: 0.7, max: 0.97 },
} as const;

/** @returns the same settings where the name is another's or the value makes no sense */
export function withSetting(settings: CardSettings, name: string, value: unknown): CardSettings {
  switch (name) {
    case settingNames.newPerDay:
      return isWithin('newPerDay', value) ? { ...settings, newPerDay: value } : settings;
    case settingNames.reviewsPerDay:
      return isWithin('reviewsPerDay', value) ? { ...settings, reviewsPerDay: value } : settings;
    case settingNames.retention:
      return isWithin('retention', value) ? { ...settings, retention: value } : settings;
    case settingNames.order: {
      const order = cardOrders.find((each) => each === value);
      return order === undefined ? settings : { ...settings, order };
    }
    case settingNames.extra: {
      const [, day, cards] = /^(\d{4}-\d{2}-\d{2}) (\d{1,3})$/.exec(String(value)) ?? [];
      return day === undefined ? settings : { ...settings, extra: { day, cards: Number(cards) } };
    }
    default:
      return settings;
  }
}

/** What the value of an `extra` event looks like. */
export function extraValue(day: string, cards: number): string {
  return `${day} ${Math.min(999, cards)}`;
}

function isWithin(name: keyof typeof settingBounds, value: unknown): value is number {
  const { min, max } = settingBounds[name];
  if (typeof value !== 'number' || !(value >= min && value <= max)) return false;
  return name === 'retention' || Number.isSafeInteger(value);
}
