/** The reader's own versions of a lab's handlers, kept in the progress log. Fetched when needed. */
import { dropDraft, readDraft } from './drafts.ts';

export interface Edit {
  source: string;
  migration: string;
}

const progress = () => import('../../progress/progress.ts').then((module) => module.openProgress());

/** Silence after which the reader is told that the text is not saved. */
const patienceMs = 3000;
const shortMs = 500;

const absent =
  'Not saved: the part of this site that keeps your text did not arrive. Check the connection, and copy your text before you leave.';
const silent =
  'Not saved: this browser’s storage does not answer. Copy your text before you leave this page.';

/** @returns the edits that are kept, by variant. */
export async function loadEdits(lab: string, variants: string[]): Promise<Record<string, Edit>> {
  const kept: Record<string, Edit> = {};
  const log = await progress().catch(() => null);
  for (const variant of variants) {
    const draft = readDraft(lab, variant);
    const edit = draft ?? log?.loadEdit(lab, variant);
    if (edit) kept[variant] = edit;
    // Typed just before a page was left: the log takes it over.
    if (draft) void keepEdit(lab, variant, draft);
  }
  return kept;
}

/** @returns what went wrong, as a sentence for the reader, or null when the text is safe. */
export async function keepEdit(lab: string, variant: string, edit: Edit): Promise<string | null> {
  const trouble = await told((log) => log.saveEdit(lab, variant, edit));
  // Newer text may have been typed meanwhile; its draft stays.
  if (trouble === null) dropDraft(lab, variant, edit);
  return trouble;
}

/** @returns what went wrong, as a sentence for the reader, or null when the text is forgotten for good. */
export function forgetEdit(lab: string, variant: string): Promise<string | null> {
  dropDraft(lab, variant);
  return told((log) => log.resetEdit(lab, variant));
}

/** Never rejects, and never waits for a store that does not answer. */
async function told(tell: (log: Log) => Promise<void>): Promise<string | null> {
  try {
    const log = await progress();
    // In trouble already: one short try, then the sentence.
    const patience = log.status.kind === 'unsaved' ? shortMs : patienceMs;
    const answered = await within(tell(log), patience);
    if (log.status.kind === 'unsaved') return log.status.says;
    return answered ? null : silent;
  } catch {
    return absent;
  }
}

type Log = Awaited<ReturnType<typeof progress>>;

/** Whether the work was done in time. */
function within(work: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, false);
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}
