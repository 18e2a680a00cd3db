import type { Experiment } from '../engine/lab.ts';
import { engineProperties, outcomes } from '../engine/outcomes.ts';
import type { Count, Exploration, LimitName, PropertyVerdict } from '../engine/verdict.ts';
import { withoutPassword } from '../servers/address.ts';
import { chosenExperiment, chosenStrategy, withRunner } from './choose.ts';
import { exploreAll } from './explore-all.ts';
import type { CommandOptions } from './main.ts';
import { columns, json, type Report } from './report.ts';

export async function exploreCommand(lab: string | undefined, options: CommandOptions): Promise<Report> {
  if (options.all) return exploreAll(options);
  const strategy = chosenStrategy(options);
  const experiment = chosenExperiment('explore', lab, options);
  const exploration = await withRunner((runner) => runner.explore(experiment, strategy));
  const status = statusOf(exploration);
  if (options.json) return { out: json(toJson(exploration)), talk: '', status };
  return { out: printExploration(experiment, exploration, options), talk: '', status };
}

/** 0 holds; 1 broken or vacuous; 2 inconclusive. */
export function statusOf({ verdict }: Exploration): 0 | 1 | 2 {
  switch (verdict.kind) {
    case 'holds':
      return 0;
    case 'broken':
    case 'vacuous':
      return 1;
    case 'inconclusive':
      return 2;
  }
}

/** An exploration as the contract prints it. */
export function toJson(exploration: Exploration) {
  const { lab, handler, scenario, verdict, schedules, states, steps, counterexample } = exploration;
  const properties = Object.fromEntries(
    Object.entries(exploration.properties).map(([id, property]) => [id, propertyJson(property)]),
  );
  return { lab, handler, scenario, verdict, properties, schedules, states, steps, counterexample };
}

function propertyJson(verdict: PropertyVerdict) {
  if (verdict.kind !== 'broken') return verdict;
  const { kind, broken, end } = verdict;
  if (!end) return { kind, broken };
  return { kind, broken, outcome: end.kind, line: end.line, column: end.column, message: end.detail };
}

export function printExploration(
  experiment: Experiment,
  exploration: Exploration,
  options: CommandOptions,
): string {
  const { schedules, verdict, counterexample } = exploration;
  const lines: string[] = [];
  for (const [id, property] of Object.entries(exploration.properties)) {
    lines.push(printProperty(saysOf(experiment, id), property, schedules.total, exploration.schedules.run));
    const end = property.kind === 'broken' ? property.end : null;
    if (end) {
      const { file } = experiment.handler;
      lines.push(
        `  ${place(file, end.line)}${end.column === null ? '' : `:${end.column}`}  ${end.detail}`,
        `  ${outcomes[end.kind].remedy}`,
      );
    }
  }
  if (verdict.kind === 'broken' && counterexample) {
    const rows = counterexample.steps.map((step, index) => [
      String(index + 1),
      step.task,
      place(experiment.handler.file, step.line),
      step.label,
      step.result,
    ]);
    lines.push(
      columns(rows),
      `Replay: npm run -s once -- replay ${replayOptions(experiment, options)} --schedule "${counterexample.schedule}"`,
    );
  }
  return lines.join('\n');
}

const place = (file: string, line: number | null) => (line === null ? file : `${file}:${line}`);

function saysOf({ lab }: Experiment, id: string): string {
  return lab.properties[id]?.says ?? engineProperties[id as keyof typeof engineProperties] ?? id;
}

function printProperty(says: string, verdict: PropertyVerdict, total: Count | null, run: number): string {
  const sentence = says.replace(/\.$/, '');
  switch (verdict.kind) {
    case 'holds':
      return total === null
        ? `Holds: ${sentence} (seen in ${run} schedules)`
        : `Holds: ${sentence} (${total} ${total === 1 ? 'schedule' : 'schedules'})`;
    case 'broken':
      return total === null
        ? `Broken: ${sentence}`
        : total === 0
          ? `Broken: ${sentence}`
          : `Broken: ${sentence} (${verdict.broken} of ${total} ${total === 1 ? 'schedule' : 'schedules'})`;
    case 'vacuous':
      return `Vacuous: ${sentence} ("${verdict.unseen}" never happened)`;
    case 'inconclusive':
      return verdict.limit === 'statement'
        ? `Inconclusive: ${sentence} (a statement or a built-in function ran for ten seconds and was stopped; look for a query that never ends)`
        : `Inconclusive: ${sentence} (${inconclusiveWords(verdict.limit, run)})`;
  }
}

function inconclusiveWords(limit: Exclude<LimitName, 'statement'>, run: number): string {
  switch (limit) {
    case 'states':
    case 'steps':
      return `the limit of ${limit} came first, after ${run} schedules`;
    case 'preemptions':
      return 'not among the schedules with so few preemptions; others were not looked at';
    case 'sample':
      return `not among ${run} schedules drawn by chance; others were not looked at`;
  }
}

function replayOptions({ lab, scenario, tasks }: Experiment, options: CommandOptions): string {
  const parts = [lab.id];
  if (options.file !== undefined) parts.push(`--file ${options.file}`);
  if (options.handler !== undefined) parts.push(`--handler ${options.handler}`);
  else if (options.file === undefined) parts.push(`--handler ${Object.keys(lab.variants)[0]}`);
  if (options.schema !== undefined) parts.push(`--schema ${options.schema}`);
  if (Object.keys(lab.scenarios).length > 1) parts.push(`--scenario ${scenario}`);
  if (options.workers !== undefined) parts.push(`--workers ${Object.keys(tasks).length}`);
  for (const server of options.on ?? []) parts.push(`--on ${withoutPassword(server)}`);
  if (options.isolation !== undefined) parts.push(`--isolation "${options.isolation}"`);
  return parts.join(' ');
}
