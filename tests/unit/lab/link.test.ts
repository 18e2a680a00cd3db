import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePlace, encodePlace, labHref } from '../../../src/components/lab/link.ts';
import { lab } from './fixtures.ts';
import { shop } from './world-fixtures.ts';

const preset = { scenario: 'two-at-once', handler: 'check-then-insert', schedule: 'w1' };

test('a link reads as a person would say it', () => {
  expect(
    labHref('double-charge', {
      scenario: 'two-at-once',
      handler: 'unique-claim',
      schedule: 'w1 w2 crash:w1',
    }),
  ).toBe('/labs/double-charge/?handler=unique-claim&scenario=two-at-once&schedule=w1+w2+crash:w1');
});

test('printing and reading a place are inverse', () => {
  const choice = fc.constantFrom('w1', 'w2', 'w3', 'crash:w1', 'loseResponse:w2');
  const three = lab.scenarios['three-at-once'];
  if (!three) throw new Error('The fixture has no scenario three-at-once.');
  const faulty = {
    ...lab,
    scenarios: { ...lab.scenarios, 'three-at-once': { ...three, faults: { crash: 1, loseResponse: 1 } } },
  };
  const place = fc.record({
    scenario: fc.constant('three-at-once'),
    handler: fc.constantFrom('check-then-insert', 'unique-claim', 'yours:unique-claim'),
    schedule: fc.array(choice).map((choices) => choices.join(' ')),
  });
  fc.assert(
    fc.property(place, (given) => {
      expect(decodePlace(`?${encodePlace(given)}`, faulty, preset, ['unique-claim'])).toEqual({
        place: given,
        problems: [],
      });
    }),
  );
});

test('an address that says nothing leaves the preset', () => {
  expect(decodePlace('?utm=1', lab, preset)).toBeNull();
});

test('each mistake in a link is one sentence, and the rest is kept', () => {
  expect(decodePlace('?handler=nope&scenario=three-at-once&schedule=w1+w3', lab, preset)).toEqual({
    place: { scenario: 'three-at-once', handler: 'check-then-insert', schedule: 'w1 w3' },
    problems: ['The link names a handler, “nope”, that this lab does not have; here is check-then-insert.'],
  });
  expect(decodePlace('?schedule=w1+w9', lab, preset)).toEqual({
    place: preset,
    problems: [
      'The link’s schedule has “w9” in it, which is no worker of this lab (w1, w2); here is the lab’s own start instead.',
    ],
  });
  expect(decodePlace('?handler=yours:unique-claim', lab, preset)?.problems).toEqual([
    'The link names an edited handler that is not kept in this browser; here is unique-claim.',
  ]);
});

test.each(['crash:w1', 'w1+foo:w1', 'crash:w1+w2'])(
  'a link with %s says that the scenario has no such fault',
  (schedule) => {
    const decoded = decodePlace(`?schedule=${schedule}`, lab, preset);
    expect(decoded?.place).toEqual(preset);
    expect(decoded?.problems).toEqual([expect.stringContaining('this scenario has no such fault')]);
  },
);

test.each(['constructor', '__proto__', 'toString', 'crash:constructor'])(
  'a link with %s names no worker, though every object has such a member',
  (schedule) => {
    expect(decodePlace(`?schedule=${schedule}`, lab, preset)?.problems).toEqual([
      expect.stringContaining('no worker of this lab'),
    ]);
  },
);

test('no address, however odd, throws', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      decodePlace(`?schedule=${query}`, lab, preset);
    }),
  );
});

test('a link may name a retry, and a jump of the clock', () => {
  const place = {
    scenario: 'shop',
    handler: 'check-then-insert',
    schedule: 'w1 crash:w1 clockJump:600000 w1.2',
  };
  expect(decodePlace(`?${encodePlace(place)}`, shop, preset)).toEqual({ place, problems: [] });
});

test('a retry of a worker that has none is no worker of the lab', () => {
  const place = { scenario: 'two-at-once', handler: 'check-then-insert', schedule: 'w1.2' };
  expect(decodePlace(`?${encodePlace(place)}`, lab, preset)?.problems).toEqual([
    'The link’s schedule has “w1.2” in it, which is no worker of this lab (w1, w2); here is the lab’s own start instead.',
  ]);
});

test('a lab may stand on another page than its own', () => {
  expect(labHref('double-charge', preset, '/gallery/')).toBe(
    '/gallery/?handler=check-then-insert&scenario=two-at-once&schedule=w1',
  );
});
