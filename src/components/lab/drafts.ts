/**
 * Text that the log may not have yet. The log is asynchronous, and a page that is left does not wait
 * for it; this store is synchronous, so a draft is safe with the key that typed it.
 */
import type { Edit } from './edits.ts';

/** The part of `localStorage` that is used. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const prefix = 'effectively-once:draft:';

function keyOf(lab: string, variant: string): string {
  return `${prefix}${lab}/${variant}`;
}

/** Null where there is none, or where the browser refuses even to name it. */
function browserStore(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function putDraft(
  lab: string,
  variant: string,
  edit: Edit,
  store: DraftStore | null = browserStore(),
): void {
  try {
    store?.setItem(keyOf(lab, variant), JSON.stringify({ source: edit.source, migration: edit.migration }));
  } catch {
    // A full or refused store: the log saves the text a moment later, and says so when it cannot.
  }
}

/** @returns null where there is no draft, or none that can be read. */
export function readDraft(
  lab: string,
  variant: string,
  store: DraftStore | null = browserStore(),
): Edit | null {
  try {
    const kept: unknown = JSON.parse(store?.getItem(keyOf(lab, variant)) ?? 'null');
    return isEdit(kept) ? { source: kept.source, migration: kept.migration } : null;
  } catch {
    return null;
  }
}

/** Takes a draft away: whatever it is, or only when it is still this text. */
export function dropDraft(
  lab: string,
  variant: string,
  only?: Edit,
  store: DraftStore | null = browserStore(),
): void {
  try {
    const kept = only && readDraft(lab, variant, store);
    if (only && (kept?.source !== only.source || kept.migration !== only.migration)) return;
    store?.removeItem(keyOf(lab, variant));
  } catch {
    // What cannot be reached cannot come back either.
  }
}

/** Takes every draft away, when all is to be forgotten. */
export function dropDrafts(store: Storage | null = browserStore()): void {
  try {
    const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
    for (const key of keys) if (key.startsWith(prefix)) store?.removeItem(key);
  } catch {
    // What cannot be reached cannot come back either.
  }
}

function isEdit(value: unknown): value is Edit {
  if (value === null || typeof value !== 'object') return false;
  const { source, migration } = value as Partial<Record<keyof Edit, unknown>>;
  return typeof source === 'string' && typeof migration === 'string';
}
