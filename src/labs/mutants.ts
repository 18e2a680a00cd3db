/** Handlers that hold, each less one line of its repair. */
import type { Handler, Lab, Mutant } from '../engine/lab.ts';
import { ContentError } from '../schemas/read.ts';

export interface SpoiltHandler {
  variant: string;
  mutant: Mutant;
  handler: Handler;
}

/** @throws {ContentError} where the text to change does not stand exactly once in handler and migration. */
export function mutantsOf(lab: Lab): SpoiltHandler[] {
  return Object.entries(lab.variants).flatMap(([variant, { source, migration, mutants }]) =>
    mutants.map((mutant, index) => {
      const { change, to } = mutant;
      const times = count(source, change) + count(migration, change);
      if (times !== 1) {
        throw new ContentError(
          `content/labs/${lab.id}/lab.yaml`,
          `variants.${variant}.mutants.${index}.change`,
          `${JSON.stringify(change)} stands ${times} times in the handler and its migration. Quote a text that stands there once.`,
        );
      }
      return {
        variant,
        mutant,
        handler: {
          name: `${variant}, mutant ${index + 1}`,
          file: `${variant}.ts`,
          source: source.replace(change, () => to),
          migration: migration.replace(change, () => to),
        },
      };
    }),
  );
}

const count = (text: string, part: string) => text.split(part).length - 1;
