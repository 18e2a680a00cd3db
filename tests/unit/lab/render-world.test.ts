import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Clock } from '../../../src/components/lab/Clock.tsx';
import { FaultMoves } from '../../../src/components/lab/FaultMoves.tsx';
import { faultGroups } from '../../../src/components/lab/fault-groups.ts';
import { Glyph } from '../../../src/components/lab/Glyph.tsx';
import { Lanes } from '../../../src/components/lab/Lanes.tsx';
import { Legend } from '../../../src/components/lab/Legend.tsx';
import { Panes } from '../../../src/components/lab/Panes.tsx';
import { TraceTable } from '../../../src/components/lab/TraceTable.tsx';
import { crashTrace, shop } from './world-fixtures.ts';

const groups = faultGroups(shop, 'shop', crashTrace, 0);
const press = (armed: 'crash' | null, pending = false) =>
  renderToStaticMarkup(createElement(FaultMoves, { groups, pending, armed, onMove: () => undefined }));

test('each kind of fault is a group that says how many are left, and each button why it is off', () => {
  const html = press(null);
  expect(html).toContain('aria-label="Crashes, 1 of 1 left"');
  expect(html).toContain('aria-label="Redeliveries, 2 of 2 left"');
  expect(html).toContain('<span class="sr">, not now: W1 has no answer on its way</span>');
  expect(html).toContain('data-move="clockJump:deadline"');
});

test('while an answer is awaited a fault may be asked for, as a worker may', () => {
  expect(press(null)).not.toContain('aria-disabled="false"');
  expect(press(null, true)).not.toContain('aria-disabled="true"');
});

test('an armed fault asks for a number, also of those who cannot see it', () => {
  expect(press('crash')).toContain('<span class="sr" role="status">Crash: now a number.</span>');
  expect(press(null)).toContain('<span class="sr" role="status"></span>');
});

test('lanes draw a crash, a call and a jump each with a mark of its own, and say all of it', () => {
  const html = renderToStaticMarkup(createElement(Lanes, { trace: crashTrace }));
  expect(html.match(/class="mk fault"/g)).toHaveLength(1);
  expect(html.match(/class="mk out w1"/g)).toHaveLength(2);
  expect(html).toContain('class="jump"');
  expect(html).toContain('+10 min');
  expect(html).toContain('Fault: the clock jumps 10 min. The clock is at +10 min.');
  expect(html.match(/class="who w1 again"/g)).toHaveLength(1);
});

test('the table has a column for time, and nobody for a jump of the clock', () => {
  const html = renderToStaticMarkup(createElement(TraceTable, { trace: crashTrace }));
  expect(html).toContain('<th scope="col">Time</th>');
  expect(html.match(/<td class="num time">\+10 min<\/td>/g)).toHaveLength(2);
  expect(html).toContain('<td class="by">nobody</td>');
  expect(html).toContain('Fault: W1 crashes');
});

test('the clock says how far it is, and by how much it has just moved', () => {
  const draw = (moment: number) =>
    renderToStaticMarkup(createElement(Clock, { lab: shop, trace: crashTrace, moment }));
  expect(draw(2)).toContain('Clock <b>+0 s</b>');
  expect(draw(2)).not.toContain('moved 10 min');
  expect(draw(3)).toContain('moved 10 min at this moment');
});

test('the legend names what a scenario can do, and says nothing where that is nothing', () => {
  const html = renderToStaticMarkup(createElement(Legend, { lab: shop, scenario: 'shop' }));
  expect(html.match(/<li>/g)).toHaveLength(6); // calls to other systems, and five kinds of fault
  expect(html).toContain('<b>Lost answer</b>: the handler has answered, and the answer never arrives');
  expect(
    renderToStaticMarkup(createElement(Legend, { lab: { ...shop, services: {} }, scenario: 'none' })),
  ).toBe('');
});

test('a glyph gives a retry a lane under its first, in the same colour', () => {
  const html = renderToStaticMarkup(
    createElement(Glyph, { schedule: 'w1 crash:w1 clockJump:deadline w1.2 w2', tasks: ['w1', 'w2'] }),
  );
  expect(html).toContain('viewBox="0 0 65 39"'); // five choices, three lanes of 13
  expect(html.match(/class="ln w1"/g)).toHaveLength(2);
  expect(html.match(/class="ln w2"/g)).toHaveLength(1);
  expect(html.match(/class="flt"/g)).toHaveLength(2);
});

test('a worker and its retry read one listing, and a retry that has not begun stands nowhere in it', () => {
  const draw = (moment: number) =>
    renderToStaticMarkup(
      createElement(Panes, { trace: crashTrace, moment, source: 'a\nb\nc\nd\ne', current: true }),
    );
  expect(draw(0).match(/class="code wrap"/g)).toHaveLength(1);
  // W1 stands at line 3, and so does W3, whose line 13 the listing does not have.
  expect(draw(0).match(/class="c-w1"/g)).toHaveLength(1);
  expect(draw(2).match(/class="c-w1"/g)).toHaveLength(1);
  expect(draw(2)).toContain('<b>W1.2</b>');
  expect(draw(4)).toContain('W1.2 at moment ');
});
