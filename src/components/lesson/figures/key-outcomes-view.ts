/** What the figure of key outcomes says, as text: for its table, and for the element that shows one at a time. */
import { labHref } from '../../lab/link.ts';
import type { Outcome } from './key-outcomes.ts';
import { answers, type Situation } from './key-situations.ts';

/** One situation, ready to be shown. */
export interface View extends Pick<Situation, 'key' | 'body' | 'first'> {
  /** Which of the four questions ends it, from 1. */
  question: number;
  status: number;
  /** As HTTP names it: "Conflict". */
  reason: string;
  does: string;
  why: string;
  client: string;
  /** How often invoice 31 is paid in the end, and what a constraint changes. */
  end: string;
  /** Where to watch it, or an empty text. */
  href: string;
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  409: 'Conflict',
  422: 'Unprocessable Content',
};

export function viewOf(outcome: Outcome): View {
  const { key, body, first, status, place } = outcome;
  const { question, does, why, client } = answers[outcome.answer];
  return {
    key,
    body,
    first,
    question,
    status,
    reason: reasons[status] ?? '',
    does,
    why,
    client,
    end: endWords(outcome),
    href: place ? labHref('key-store', place) : '',
  };
}

/** "Invoice 31 is paid twice. With one payment per invoice behind it: 200, and paid once." */
export function endWords({ payments, status, guarded }: Outcome): string {
  const paid = `Invoice 31 is paid ${times(payments)}.`;
  if (!changes({ payments, status, guarded })) return paid;
  const also = guarded.status === status ? '' : `${guarded.status}, and `;
  return `${paid} With one payment per invoice behind it: ${also}paid ${times(guarded.payments)}.`;
}

function changes({ payments, status, guarded }: Pick<Outcome, 'payments' | 'status' | 'guarded'>): boolean {
  return guarded.payments !== payments || guarded.status !== status;
}

/** "200, once", "once", or a dash where the constraint changes nothing. */
function guardedWords({ payments, status, guarded }: Outcome): string {
  if (!changes({ payments, status, guarded })) return '–';
  return `${guarded.status === status ? '' : `${guarded.status}, `}${times(guarded.payments)}`;
}

function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

export const words = {
  key: { none: 'none', new: 'another', same: 'the first’s' },
  body: { same: 'the same', other: 'another' },
  first: { running: 'running', done: 'done', forgotten: 'forgotten' },
} as const;

/** A row of the table: situations that are answered alike stand in one. */
export interface Line {
  key: string;
  body: string;
  first: string;
  status: string;
  /** How often invoice 31 is paid in the end: "twice". */
  paid: string;
  /** The same with one payment per invoice behind it, where that changes something: "200, once". */
  guarded: string;
}

export function linesOf(outcomes: readonly Outcome[]): Line[] {
  const lines: Line[] = [];
  const keys = [...new Set(outcomes.map(({ key }) => key))];
  for (const key of keys) {
    for (const alike of groups(outcomes.filter((outcome) => outcome.key === key))) {
      const [one] = alike;
      if (!one) continue;
      const view = viewOf(one);
      lines.push({
        key: words.key[key],
        body: listed(alike, ({ body }) => words.body[body], 2),
        first: listed(alike, ({ first }) => words.first[first], 3),
        status: `${view.status} ${view.reason}`,
        paid: times(one.payments),
        guarded: guardedWords(one),
      });
    }
  }
  return lines;
}

/** Those with one answer and one end together, in the order in which each comes first. */
function groups(outcomes: readonly Outcome[]): Outcome[][] {
  const found = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const alike = `${outcome.answer} ${endWords(outcome)}`;
    found.set(alike, [...(found.get(alike) ?? []), outcome]);
  }
  return [...found.values()];
}

/** "done or forgotten"; "any" when all of them are meant. */
function listed(outcomes: readonly Outcome[], of: (outcome: Outcome) => string, all: number): string {
  const different = [...new Set(outcomes.map(of))];
  return different.length === all ? 'any' : different.join(' or ');
}
