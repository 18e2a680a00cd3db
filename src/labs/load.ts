/** Reads `content/labs` (Node only). A mistake names the file, the key and what was expected. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { EngineError } from '../engine/errors.ts';
import type { Lab, Property, Variant } from '../engine/lab.ts';
import { engineProperties } from '../engine/outcomes.ts';
import { type LabFile, labSchema } from '../schemas/lab.ts';
import { ContentError, readYaml } from '../schemas/read.ts';

const labsDirectory = 'content/labs';

/** Every lab, in the order of their ids. @throws {ContentError} */
export function loadLabs(root = process.cwd()): Lab[] {
  return labIds(root).map((id) => readLab(root, id));
}

/** @throws {EngineError} `unknown-lab` @throws {ContentError} */
export function loadLab(id: string, root = process.cwd()): Lab {
  const ids = labIds(root);
  if (!ids.includes(id)) {
    throw new EngineError('unknown-lab', `There is no lab "${id}". The labs are: ${ids.join(', ')}.`);
  }
  return readLab(root, id);
}

function labIds(root: string): string[] {
  if (!existsSync(join(root, labsDirectory))) {
    throw new ContentError(labsDirectory, '', 'is not here. Run the command in the project’s folder.');
  }
  return readdirSync(join(root, labsDirectory), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readLab(root: string, id: string): Lab {
  const path = `${labsDirectory}/${id}`;
  const file = `${path}/lab.yaml`;
  const data = labFile(file, readText(root, file));
  const variants: Record<string, Variant> = {};
  for (const [name, variant] of Object.entries(data.variants)) {
    variants[name] = {
      source: readText(root, `${path}/handlers/${name}.ts`),
      migration: readOptional(root, `${path}/handlers/${name}.sql`),
      expect: variant.expect,
      ...(variant.says === undefined ? {} : { says: variant.says }),
      mutants: variant.mutants,
    };
  }
  const lab: Lab = {
    ...data,
    id,
    variants,
    properties: data.properties as Record<string, Property>,
    services: Object.fromEntries(
      data.services.map((service) => [service, readOptional(root, `${path}/${service}.sql`)]),
    ),
    schema: readText(root, `${path}/app.sql`),
  } as Lab;
  checkReferences(file, lab);
  checkFiles(root, path, Object.keys(variants));
  checkLesson(root, file, lab.lesson);
  return lab;
}

/** A migration whose name is misspelt would otherwise only show as a repair that does not work. */
function checkFiles(root: string, path: string, variants: string[]): void {
  for (const name of readdirSync(join(root, path, 'handlers'))) {
    const variant = name.replace(/\.(ts|pg\.sql|sql)$/, '');
    if (variants.includes(variant) && variant !== name) continue;
    throw new ContentError(
      `${path}/handlers/${name}`,
      '',
      `belongs to no variant. Rename it to one of: ${variants.join(', ')}; or remove it.`,
    );
  }
}

/** Where there is a course, a lab belongs to one of its lessons. */
function checkLesson(root: string, file: string, lesson: string): void {
  const course = readOptional(root, 'content/course.yaml');
  const slugs = Object.keys((parseYaml(course) ?? {}) as Record<string, unknown>);
  if (slugs.length === 0 || slugs.includes(lesson)) return;
  throw new ContentError(
    file,
    'lesson',
    `"${lesson}" is no lesson of content/course.yaml. Choose one of: ${slugs.join(', ')}.`,
  );
}

/** Parses and validates one lab file. Exported for its tests. @throws {ContentError} */
export function labFile(file: string, text: string): LabFile {
  return readYaml(file, text, labSchema);
}

/** Names that refer to one another must exist. */
export function checkReferences(file: string, lab: Lab): void {
  const scenarios = Object.keys(lab.scenarios);
  const fail = (key: string, what: string): never => {
    throw new ContentError(file, key, what);
  };
  const known = (key: string, value: string, values: string[], kind: string) => {
    if (!values.includes(value))
      fail(key, `"${value}" is no ${kind} of this lab. Choose one of: ${values.join(', ')}.`);
  };
  if (scenarios.length === 0) fail('scenarios', 'is empty. Describe at least one scenario.');
  if (Object.keys(lab.variants).length === 0) fail('variants', 'is empty. Name at least one handler.');
  checkScenarios(file, 'scenarios', lab.scenarios, lab);
  const properties = Object.keys(lab.properties);
  for (const [id, property] of Object.entries(lab.properties)) {
    for (const scenario of property.scenarios ?? [])
      known(`properties.${id}.scenarios`, scenario, scenarios, 'scenario');
    if (property.always !== undefined && property.witness !== undefined) {
      const witnesses = properties.filter((other) => lab.properties[other]?.sometimes !== undefined);
      known(`properties.${id}.witness`, property.witness, witnesses, '"sometimes" property');
      const seen = lab.properties[property.witness]?.scenarios;
      if (seen && !(property.scenarios ?? scenarios).every((scenario) => seen.includes(scenario))) {
        fail(
          `properties.${id}.witness`,
          `"${property.witness}" is not asked in every scenario in which this property is. Choose another witness.`,
        );
      }
    }
  }
  for (const [name, variant] of Object.entries(lab.variants)) {
    for (const scenario of Object.keys(variant.expect))
      known(`variants.${name}.expect`, scenario, scenarios, 'scenario');
    for (const scenario of scenarios) {
      const expected =
        variant.expect[scenario] ??
        fail(`variants.${name}.expect`, `says nothing about scenario "${scenario}". Add its verdict.`);
      if (expected.kind !== 'holds') {
        known(
          `variants.${name}.expect.${scenario}.property`,
          expected.property,
          [...properties, ...Object.keys(engineProperties)],
          'property',
        );
      }
    }
  }
}

/**
 * Tasks must say what they are given, and follow earlier ones.
 *
 * @param under - The key of `file` at which the scenarios stand.
 * @throws {ContentError}
 */
export function checkScenarios(
  file: string,
  under: string,
  scenarios: Lab['scenarios'],
  { services }: Pick<Lab, 'services'>,
): void {
  const fail = (key: string, what: string): never => {
    throw new ContentError(file, key, what);
  };
  for (const [id, scenario] of Object.entries(scenarios)) {
    const tasks = Object.keys(scenario.tasks);
    if (tasks.length === 0) fail(`${under}.${id}.tasks`, 'is empty. Describe at least one task.');
    for (const [task, spec] of Object.entries(scenario.tasks)) {
      const key = `${under}.${id}.tasks.${task}`;
      if (spec.entry === 'handle' && !spec.request) fail(key, 'enters handle but has no request. Add one.');
      if (spec.entry === 'consume' && spec.message === undefined && spec.from === undefined)
        fail(key, 'enters consume but has neither a message nor a queue. Add message or from.');
      if (spec.from !== undefined && spec.redelivery)
        fail(
          `${key}.redelivery`,
          'is for a task with a message of its own; a queue delivers again to whoever comes next. Remove it.',
        );
      if (spec.from !== undefined && !('queue' in services))
        fail(
          `${key}.from`,
          'takes messages from a queue, which the lab does not have. Add queue to services.',
        );
      const earlier = tasks.slice(0, tasks.indexOf(task));
      for (const other of spec.after) {
        if (!earlier.includes(other))
          fail(
            `${key}.after`,
            `"${other}" is not an earlier task of this scenario. ${earlier.length > 0 ? `Choose one of: ${earlier.join(', ')}.` : 'The first task follows nobody.'}`,
          );
      }
    }
  }
}

function readText(root: string, file: string): string {
  const path = join(root, file);
  if (!existsSync(path))
    throw new ContentError(
      file,
      '',
      file.includes('/handlers/')
        ? 'is missing. Add it, or correct the name in lab.yaml.'
        : 'is missing. Add it.',
    );
  return readFileSync(path, 'utf8');
}

function readOptional(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
