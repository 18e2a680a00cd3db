/**
 * From a checkpoint's file to what its page needs (Node, in the build).
 *
 * Right answers about a lab are computed by running it, so they cannot be wrong; every name that
 * the file mentions must exist. A mistake names the file, the key and what to do.
 */
import type { Card } from '../cards/deck.ts';
import type { Lab } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';
import type { Exploration } from '../engine/verdict.ts';
import type { CheckpointFile, CheckpointItem } from '../schemas/checkpoint.ts';
import { ContentError } from '../schemas/read.ts';
import type { Checkpoint, Figure, Option, Question } from './checkpoint.ts';
import { digest } from './seeded.ts';
import { type Ask, answerOf, momentBefore } from './trace.ts';

export interface CheckpointSources {
  labs: readonly Lab[];
  replayed(lab: string, run: { handler: string; scenario: string; schedule: string }): Promise<Trace>;
  explored(lab: string, run: { handler: string; scenario: string }): Promise<Exploration>;
  /** Headings of the lesson's page, as Astro lists them. */
  headings: readonly { slug: string; text: string }[];
  /** The lesson's deck. */
  cards: readonly Card[];
}

type ItemOf<Kind extends CheckpointItem['kind']> = Extract<CheckpointItem, { kind: Kind }>;
type Base = Pick<Question, 'id' | 'question' | 'covers' | 'card' | 'see' | 'figure'>;

/** @throws {ContentError} */
export async function resolveCheckpoint(
  raw: CheckpointFile,
  sources: CheckpointSources,
  file = `content/checkpoints/${raw.lesson}.yaml`,
): Promise<Checkpoint> {
  const questions: Question[] = [];
  for (const item of raw.items) {
    questions.push(await new ItemResolver(file, item.id, sources).resolve(item));
  }
  return {
    lesson: raw.lesson,
    pass: raw.pass,
    edition: editionOf(raw),
    questions,
  };
}

/**
 * Changes when an answer in the log would mean something else: items or options added, moved or
 * reworded. A mended explanation keeps attempts alive.
 */
function editionOf(raw: CheckpointFile): string {
  const parts = raw.items.map((item) => {
    if ('options' in item) {
      return [
        item.id,
        item.kind,
        item.options.map((option) => ('value' in option ? option.value : option.text)),
      ];
    }
    return [item.id, item.kind, item.kind === 'order' ? item.steps : `${item.lab}/${item.handler}`];
  });
  return digest(JSON.stringify(parts)).toString(36);
}

/** One item: its id goes into every message. */
class ItemResolver {
  readonly #file: string;
  readonly #id: string;
  readonly #sources: CheckpointSources;

  constructor(file: string, id: string, sources: CheckpointSources) {
    this.#file = file;
    this.#id = id;
    this.#sources = sources;
  }

  async resolve(item: CheckpointItem): Promise<Question> {
    const { id, kind } = item;
    const base: Base = {
      id,
      question: item.question,
      covers: item.covers,
      card: this.#card(item.card),
      see: this.#passage(item.see),
      figure: item.figure === undefined ? null : await this.#figure('figure.', item.figure),
    };
    switch (kind) {
      case 'single':
      case 'multiple':
        return { ...base, kind, options: item.options };
      case 'order':
        return { ...base, kind, steps: item.steps, why: item.why };
      case 'predict':
        return this.#predict(base, item);
      case 'break-it':
        return this.#breakIt(base, item);
      case 'spot-line':
        return this.#spotLine(base, item);
    }
  }

  async #predict(base: Base, item: ItemOf<'predict'>): Promise<Question> {
    const figure = await this.#figure('', { ...item, says: undefined });
    const ask: Ask = item.ask;
    const computed = answerOf(figure.trace, ask);
    if (computed === null) {
      const { tasks, tables } = figure.trace.moments[0] ?? { tasks: {}, tables: {} };
      this.#fail(
        'ask',
        `asks about something that ${item.lab} does not have. ` +
          `Its workers are ${list(Object.keys(tasks))}, its tables ${list(Object.keys(tables))}.`,
      );
    }
    const options: Option[] = item.options.map(({ value, text, why }) => ({
      text: text ?? value,
      right: value === computed,
      why,
    }));
    if (!options.some(({ right }) => right)) {
      this.#fail(
        'options',
        `has none with the value "${computed}", which is what ${item.lab} gives under "${figure.schedule}". Add it.`,
      );
    }
    const shown = Math.min(item.shown ?? momentBefore(figure.trace, ask), figure.trace.events.length);
    return { ...base, kind: 'predict', options, figure, shown };
  }

  async #breakIt(base: Base, item: ItemOf<'break-it'>): Promise<Question> {
    const { lab, scenario, handler } = this.#experiment('', item);
    const property = lab.properties[item.property];
    if (property === undefined) {
      return this.#fail(
        'property',
        `"${item.property}" is no property of ${lab.id}. ${choose(lab.properties)}`,
      );
    }
    const found = await this.#sources.explored(lab.id, { handler, scenario });
    const verdict = found.properties[item.property];
    if (verdict?.kind !== 'broken') {
      return this.#fail(
        'property',
        `"${item.property}" is not broken by any schedule of ${handler}, so nobody can break it. Ask about another handler.`,
      );
    }
    const { source, migration } = lab.variants[handler] ?? { source: '', migration: '' };
    return {
      ...base,
      kind: 'break-it',
      lab,
      scenario,
      handler: { name: handler, source, migration },
      property: { id: item.property, says: property.says },
      start: await this.#sources.replayed(lab.id, { handler, scenario, schedule: '' }),
      counterexample: verdict.schedule,
      why: item.why,
    };
  }

  #spotLine(base: Base, item: ItemOf<'spot-line'>): Question {
    const { lab, handler } = this.#experiment('', item);
    const code = (lab.variants[handler]?.source ?? '').trimEnd().split('\n');
    for (const line of [...item.right, ...Object.keys(item.lines).map(Number)]) {
      if (line > code.length) {
        this.#fail('lines', `names line ${line}, but ${handler}.ts has ${code.length}. Correct the number.`);
      }
    }
    for (const line of item.right) {
      if (item.lines[line] === undefined) {
        this.#fail('lines', `does not explain line ${line}, which is right. Add its explanation.`);
      }
    }
    const { right, lines, otherwise } = item;
    return { ...base, kind: 'spot-line', file: `${handler}.ts`, code, right, lines, otherwise };
  }

  async #figure(
    place: string,
    item: {
      lab: string;
      handler: string;
      scenario?: string | undefined;
      schedule: string;
      says?: string | undefined;
    },
  ): Promise<Figure> {
    const { lab, scenario, handler } = this.#experiment(place, item);
    const { schedule, says } = item;
    try {
      const trace = await this.#sources.replayed(lab.id, { handler, scenario, schedule });
      const tasks = Object.entries(lab.scenarios[scenario]?.tasks ?? {});
      const labels = Object.fromEntries(
        tasks.flatMap(([task, spec]) => (spec.says ? [[task, spec.says]] : [])),
      );
      return {
        lab: lab.id,
        handler,
        scenario,
        schedule,
        says: says ?? null,
        trace,
        labels,
        track: lab.track ?? null,
      };
    } catch (error) {
      return this.#fail(`${place}schedule`, error instanceof Error ? error.message : String(error));
    }
  }

  #experiment(place: string, item: { lab: string; handler: string; scenario?: string | undefined }) {
    const lab = this.#sources.labs.find(({ id }) => id === item.lab);
    if (lab === undefined) {
      const ids = this.#sources.labs.map(({ id }) => id);
      return this.#fail(`${place}lab`, `"${item.lab}" does not exist. Choose one of: ${list(ids)}.`);
    }
    if (!Object.hasOwn(lab.variants, item.handler)) {
      this.#fail(`${place}handler`, `"${item.handler}" is no handler of ${lab.id}. ${choose(lab.variants)}`);
    }
    const scenario = item.scenario ?? Object.keys(lab.scenarios)[0] ?? '';
    if (!Object.hasOwn(lab.scenarios, scenario)) {
      this.#fail(`${place}scenario`, `"${scenario}" is no scenario of ${lab.id}. ${choose(lab.scenarios)}`);
    }
    return { lab, scenario, handler: item.handler };
  }

  #card(id: string | undefined): Base['card'] {
    if (id === undefined) return null;
    const card = this.#sources.cards.find((other) => other.id === id);
    return card === undefined
      ? this.#fail('card', `"${id}" is not in the lesson's deck. Add the card, or correct its id.`)
      : { id, question: card.question };
  }

  #passage(heading: string | undefined): Base['see'] {
    if (heading === undefined) return null;
    const { headings } = this.#sources;
    const found = headings.find(({ slug }) => slug === heading);
    return found === undefined
      ? this.#fail(
          'see',
          `"${heading}" is no heading of the lesson. Choose one of: ${list(headings.map(({ slug }) => slug))}.`,
        )
      : { heading, title: found.text };
  }

  #fail(key: string, what: string): never {
    throw new ContentError(this.#file, `${key} of item ${this.#id}`, what);
  }
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function choose(names: object): string {
  return `Choose one of: ${list(Object.keys(names))}.`;
}
