/** `bench`: the engine beside its peers, ratios first. */
import {
  type Bar,
  type BenchReport,
  bench,
  benchMemory,
  type Machine,
  type MemoryReport,
} from '../bench/bench.ts';
import { type Growth, perLab } from '../bench/explorations.ts';
import { BenchError, type Spread } from '../bench/figures.ts';
import type { MemoryGrowth } from '../bench/memory.ts';
import type { SchedulerComparison } from '../bench/scheduler.ts';
import { type Contender, contenders, type SideBySide } from '../bench/side-by-side.ts';
import type { CommandOptions } from './main.ts';
import { CommandError, columns, json, type Report } from './report.ts';

const usualRepetitions = 7;

export async function benchCommand({ memory, repeat, json: asData }: CommandOptions): Promise<Report> {
  const tell = (line: string) => void process.stderr.write(`${line} …\n`);
  if (memory) {
    if (repeat !== undefined)
      throw new CommandError(
        '--memory explores a million steps once, so --repeat does nothing. Leave it out.',
      );
    const report = await benchMemory(({ steps, rss }) => tell(`${whole(steps)} steps, ${megabytes(rss)}`));
    return { out: asData ? json(report) : printMemory(report), talk: '', status: 0 };
  }
  const report = await bench({ repetitions: repetitionsOf(repeat), tell }).catch((error: unknown) => {
    throw error instanceof BenchError ? new CommandError(error.message) : error;
  });
  return { out: asData ? json(report) : printBench(report), talk: '', status: 0 };
}

/** @throws {CommandError} */
export function repetitionsOf(repeat: string | undefined): number {
  if (repeat === undefined) return usualRepetitions;
  if (!/^[1-9]\d?$/.test(repeat))
    throw new CommandError(`--repeat is "${repeat}". Write how often to measure, from 1 to 99.`);
  return Number(repeat);
}

export function printBench(report: BenchReport): string {
  const { boot, specs, repetitions } = report;
  const laboratory = specs.at(-1)?.boot.laboratory;
  const tester = specs.at(-1)?.boot.isolationTester;
  const absent = report.machine.postgres ?? '';
  return [
    printMachine(report.machine),
    `Each figure is a median with the least and the most of ${repetitions} repetitions, taken in turns. Booting is in none of them.`,
    section(
      'What the design asks for',
      columns([['', 'at least', 'first time', '', 'once more', ''], ...report.bars.map(barRow)]),
    ),
    ...specs.map(printSideBySide),
    section(
      'Who is who',
      columns(Object.entries(contenders).map(([id, says]) => [shortNames[id as Contender], says])),
    ),
    printScheduler(report.scheduler),
    section(
      'Reduction, each lab with all its scenarios and handlers',
      columns([
        [
          'lab',
          'scenarios',
          'handlers',
          'schedules',
          'run',
          'factor',
          'states',
          'steps',
          'on SQLite',
          'handler runs',
        ],
        ...perLab(report.labs).map((row) => [
          row.lab,
          row.scenario,
          row.handler,
          whole(row.total),
          whole(row.run),
          `${short(row.factor)}×`,
          whole(row.states),
          whole(row.steps),
          whole(row.stepsRun),
          whole(row.handlerRuns),
        ]),
      ]),
    ),
    section(
      'Growth, check-then-insert, equal states merged, for the first time',
      columns([
        ['workers × steps', 'schedules', 'states', 'handler runs', 'ms'],
        ...report.growth.map(growthRow),
      ]),
    ),
    section(
      'Three workers of five steps, one crash: the verdict over every schedule',
      columns([
        ['schedules', 'states', 'handler runs', 'first time, set-up included', 'once more'],
        [
          whole(report.crash.total ?? '?'),
          whole(report.crash.states),
          whole(report.crash.handlerRuns),
          spreadOf(report.crash.firstMs, 'ms'),
          spreadOf(report.crash.againMs, 'ms'),
        ],
      ]),
    ),
    section(
      'Boot',
      columns([
        ['SQLite and QuickJS, once', `${short(boot.enginesMs)} ms`],
        ['a laboratory: databases, schema, handler', laboratory ? spreadOf(laboratory, 'ms') : '?'],
        ['PostgreSQL, once', boot.postgresMs === null ? absent : `${short(boot.postgresMs)} ms`],
        ['isolationtester: start and connect', tester ? spreadOf(tester, 'ms') : absent],
      ]),
    ),
  ].join('\n\n');
}

const shortNames: Record<Contender, string> = {
  first: 'first time',
  again: 'once more',
  everyStep: 'every step',
  mergedFirst: 'merged, first time',
  mergedAgain: 'merged, once more',
  sqlJs: 'bare sql.js',
  native: 'bare node:sqlite',
  isolationTester: 'isolationtester',
};

function printSideBySide({
  spec,
  schedules,
  broken,
  states,
  stepsRun,
  handlerRuns,
  figures,
  ratios,
}: SideBySide): string {
  const title = `${spec}: ${whole(schedules)} schedules, of which ${whole(broken)} break the property`;
  const ratioRows = ratios.map(({ says, of, to, ratio }) => [
    says,
    shortNames[of],
    `against ${shortNames[to]}`,
    spreadOf(ratio, '×'),
  ]);
  const figureRows = (Object.entries(figures) as [Contender, SideBySide['figures'][Contender]][]).map(
    ([id, each]) =>
      'missing' in each
        ? [shortNames[id], each.missing, '']
        : [shortNames[id], spreadOf(each.schedulesPerSecond, '/s'), spreadOf(each.ms, 'ms')],
  );
  const counts = `  ${whole(states.unmerged)} states one by one, ${whole(states.merged)} merged; ${whole(stepsRun.unmerged)} steps run on SQLite the first time; the handler's text run ${whole(handlerRuns)} times`;
  return section(
    title,
    [
      columns([['ratio of', '', '', ''], ...ratioRows]),
      columns([['', 'schedules per second', 'all of them'], ...figureRows]),
      counts,
    ].join('\n'),
  );
}

function printScheduler(comparisons: readonly SchedulerComparison[]): string {
  const rows = comparisons.map(({ lab, handler, schedules, fastCheck, ours }) => {
    const theirs =
      'missing' in fastCheck
        ? [fastCheck.missing, '', '', '']
        : [
            `${fastCheck.found} of ${fastCheck.seeds} seeds`,
            spreadOf(fastCheck.runs, 'runs'),
            spreadOf(fastCheck.ms, 'ms'),
            fastCheck.found === 0
              ? 'says nothing about the rest'
              : `${fastCheck.minimal} of ${fastCheck.found} minimal`,
          ];
    return [
      `${lab}, ${handler}: ${schedules.broken} of ${schedules.total} break`,
      ...theirs,
      spreadOf(ours.firstMs, 'ms'),
      spreadOf(ours.againMs, 'ms'),
      ours.counterexample === '' ? 'holds in all' : ours.counterexample,
    ];
  });
  const head = ['', 'fast-check found it', 'until then', '', '', 'ours: all, first time', 'once more', ''];
  return section('fast-check’s scheduler on the same handler', columns([head, ...rows]));
}

export function printMemory({ machine, runs }: MemoryReport): string {
  const bytes = ({ rss, jsHeap, sqliteHeap, external }: MemoryGrowth) =>
    [rss, jsHeap, sqliteHeap, external].map(megabytes);
  const tables = runs.map(({ says, samples, growth, lateGrowth }) =>
    section(
      says,
      columns([
        ['steps', 'laboratories', 'resident', 'JavaScript', 'sql.js', 'outside'],
        ...samples.map((each) => [whole(each.steps), whole(each.laboratories), ...bytes(each)]),
        ['growth', '', ...bytes(growth)],
        ['second half', '', ...bytes(lateGrowth)],
      ]),
    ),
  );
  return [printMachine(machine), ...tables].join('\n\n');
}

function printMachine({ processor, cores, node, postgres, load }: Machine): string {
  const busy = Math.max(load.before, load.after) > cores;
  return `${processor}, ${cores} cores, Node ${node.slice(1)}${postgres === null ? '' : `, PostgreSQL ${postgres}`}. Load ${short(load.before)} before, ${short(load.after)} after${busy ? ': others were at work, so trust ratios only' : ''}.`;
}

const section = (title: string, body: string) => `${title}\n${body}`;

function barRow({ says, bound, unit, first, again }: Bar): string[] {
  const asked = 'atLeast' in bound ? `${bound.atLeast}${unit}` : `at most ${bound.atMost} ${unit}`;
  const cells = ({ median, met }: Bar['first']) =>
    median === null
      ? ['not measured', '']
      : [`${short(median)}${unit === 'ms' ? ' ms' : unit}`, met ? 'met' : 'NOT MET'];
  return [says, asked, ...cells(first), ...cells(again)];
}

function growthRow({ workers, steps, total, states, handlerRuns, ms, limit }: Growth): string[] {
  return [
    `${workers} × ${steps}`,
    total === null ? `not counted: the limit of ${limit} came first` : whole(total),
    whole(states),
    whole(handlerRuns),
    short(ms),
  ];
}

function spreadOf({ min, median, max }: Spread, unit: string): string {
  const space = unit === '×' || unit === '/s' ? '' : ' ';
  return `${short(median)}${space}${unit} (${short(min)} to ${short(max)})`;
}

/** Three digits that say something. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return whole(value.toFixed(digits));
}

/** Groups of three digits. */
export function whole(value: number | string): string {
  return String(value).replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
