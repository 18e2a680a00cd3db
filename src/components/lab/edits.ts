/** The reader's own versions of a lab's handlers, kept in the progress log. Fetched when needed. */
export interface Edit {
  source: string;
  migration: string;
}

const progress = () => import('../../progress/progress.ts').then((module) => module.openProgress());

/** @returns the edits that are kept, by variant. */
export async function loadEdits(lab: string, variants: string[]): Promise<Record<string, Edit>> {
  const log = await progress();
  const kept: Record<string, Edit> = {};
  for (const variant of variants) {
    const edit = log.loadEdit(lab, variant);
    if (edit) kept[variant] = edit;
  }
  return kept;
}

/** @returns what went wrong, as a sentence for the reader, or null when the text is safe. */
export async function keepEdit(lab: string, variant: string, edit: Edit): Promise<string | null> {
  const log = await progress();
  await log.saveEdit(lab, variant, edit);
  return log.status.kind === 'saved' ? null : log.status.says;
}

/** @returns what went wrong, as a sentence for the reader, or null when the text is forgotten for good. */
export async function forgetEdit(lab: string, variant: string): Promise<string | null> {
  const log = await progress();
  await log.resetEdit(lab, variant);
  return log.status.kind === 'saved' ? null : log.status.says;
}
