import { expect, test } from 'vitest';
import { initialState } from '../../../src/components/lab/lab-state.ts';
import {
  fateOf,
  faultFound,
  faultShown,
  nextToTry,
  openingOf,
  withoutYours,
} from '../../../src/components/lab/lab-view.ts';
import type { LabModel } from '../../../src/components/lab/useLab.ts';
import type { TaskOutcome } from '../../../src/engine/lab.ts';
import type { Exploration } from '../../../src/engine/verdict.ts';
import { loadLabs } from '../../../src/labs/load.ts';
import { finished, lab, ready, traceOf } from './fixtures.ts';

const found: Exploration = {
  lab: 'narrow-gaps',
  handler: 'yours',
  scenario: 'two-servers',
  verdict: { kind: 'holds' },
  properties: {},
  schedules: { total: 2, broken: 0, run: 2 },
  states: 0,
  steps: 0,
  counterexample: null,
  map: [],
  tree: null,
};

test('a new text takes the verdicts of the old one away in every scenario, and no other', () => {
  const before = {
    'two-servers/yours:check-twice': found,
    'one-server/yours:check-twice': found,
    'one-server/yours:plain-transaction': found,
    'one-server/check-twice': found,
  };
  expect(Object.keys(withoutYours(before, 'check-twice'))).toEqual([
    'one-server/yours:plain-transaction',
    'one-server/check-twice',
  ]);
});

test('a wish waits for its exploration and is granted once', () => {
  expect(fateOf({ of: 'a' }, { of: 'a', running: true, explored: false })).toBe('wait');
  expect(fateOf({ of: 'a' }, { of: 'a', running: false, explored: true })).toBe('grant');
});

test('a wish is forgotten when it is cancelled, fails, or the reader goes elsewhere', () => {
  expect(fateOf({ of: 'a' }, { of: 'a', running: false, explored: false })).toBe('forget');
  expect(fateOf({ of: 'a' }, { of: 'b', running: false, explored: true })).toBe('forget');
  expect(fateOf({ of: 'a' }, { of: 'b', running: true, explored: false })).toBe('forget');
});

const threw: TaskOutcome = {
  kind: 'threw',
  status: 500,
  body: null,
  detail: 'SqlError: database is locked',
  line: 6,
  column: 11,
};
const mark = {
  line: 6,
  text: 'SqlError: database is locked (line 6, column 11). Read the error. A missing index belongs in the schema; a refused transaction must be run again as a whole; anything else, catch it and answer with what is known.',
};
/** W1 throws in its only step. Every schedule does, and the exploration knows it from the start. */
function thrown(moment: number): LabModel {
  const trace = traceOf({ w1: ready('INSERT', 6) }, [
    { task: 'w1', verb: 'INSERT', result: 'refused', tasks: { w1: { ...finished, end: threw } }, level: 0 },
  ]);
  const throws = { kind: 'broken' as const, broken: 1, schedule: 'w1', end: threw };
  const state = initialState({ scenario: 'two-at-once', handler: 'check-then-insert' }, trace);
  return { state, moment, exploration: { ...found, properties: { throws } } } as unknown as LabModel;
}

test('a line of the handler is marked as failed from the moment at which it has, and not before', () => {
  expect(faultShown(thrown(0))).toBeNull();
  expect(faultShown(thrown(1))).toEqual(mark);
});

test('whoever has run an edited handler is told where it fails, at whatever moment the lab stands', () => {
  expect(faultFound(thrown(0))).toEqual(mark);
});

test('a lab opens at its first handler, in the first scenario that breaks it', () => {
  const variant = { source: '', migration: '', mutants: [] };
  const holds = { kind: 'holds' as const };
  const broken = { kind: 'broken' as const, property: 'one-charge-per-order' };
  const opened = (first: object, second: object) =>
    openingOf({
      ...lab,
      variants: {
        first: { ...variant, expect: { 'two-at-once': holds, ...first } },
        second: { ...variant, expect: { 'two-at-once': holds, ...second } },
      },
    });
  expect(opened({ 'three-at-once': broken }, {})).toEqual({ scenario: 'three-at-once', handler: 'first' });
  expect(opened({}, { 'two-at-once': broken })).toEqual({ scenario: 'two-at-once', handler: 'second' });
  expect(opened({}, {})).toEqual({ scenario: 'two-at-once', handler: 'first' });
});

test.each(loadLabs().map((each) => [each.id, each] as const))(
  'the page of %s opens where there is something to find',
  (_, each) => {
    const { scenario, handler } = openingOf(each);
    expect(each.variants[handler]?.expect[scenario]?.kind).toBe('broken');
  },
);

test('after a handler comes the next in the lab’s order, also one that fails in its own way', () => {
  const courier = loadLabs().find(({ id }) => id === 'lossy-courier') ?? lab;
  const next = (handler: string, scenario = 'faint') => nextToTry(courier, { scenario, handler });
  expect(next('ack-first')).toBe('ack-last');
  expect(next('ack-last')).toBe('ack-last-dedupe');
  // The reader's own version stands where the variant stands that it was made from.
  expect(next('yours:ack-first')).toBe('ack-last');
});

test('after the last handler comes one that holds in every scenario, and none where none does', () => {
  const variant = { source: '', migration: '', mutants: [] };
  const holds = { kind: 'holds' as const };
  const broken = { kind: 'broken' as const, property: 'one-charge-per-order' };
  const vacuous = { kind: 'vacuous' as const, property: 'customer-is-charged' };
  const next = (handler: string, scenario: string) =>
    nextToTry(
      {
        ...lab,
        variants: {
          first: { ...variant, expect: { one: holds, two: broken, three: broken } },
          second: { ...variant, expect: { one: holds, two: holds, three: vacuous } },
          third: { ...variant, expect: { one: broken, two: holds, three: broken } },
          fourth: { ...variant, expect: { one: broken, two: broken, three: vacuous } },
        },
      },
      { scenario, handler },
    );
  // Here `first` holds as well, but it breaks elsewhere.
  expect(next('fourth', 'one')).toBe('second');
  // `third` holds here as well, but it breaks elsewhere; `second` nowhere.
  expect(next('fourth', 'two')).toBe('second');
  // `second` is vacuous in this scenario, and so is all that comes after `third`.
  expect(next('first', 'three')).toBe('third');
  expect(next('third', 'three')).toBeNull();
});
