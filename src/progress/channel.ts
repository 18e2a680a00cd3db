/** What a tab tells the others; the shape of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

/** Null where there is none: blocked cookies make the constructor throw. Tabs then keep to themselves. */
export function openChannel(): Channel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('effectively-once');
  } catch {
    return null;
  }
}
