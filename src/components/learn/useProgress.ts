import { useEffect, useState } from 'react';
import type { ProgressEvent } from '../../progress/events.ts';
import { openProgress, type Progress } from '../../progress/progress.ts';

const none: readonly ProgressEvent[] = [];

const unread = 'Your progress could not be read. Reload the page to try again.';

export interface ProgressView {
  /** Null until the log has been read; until then the page shows a first visit. */
  progress: Progress | null;
  events: readonly ProgressEvent[];
  /** Why progress is on this page alone, as a sentence; null while all is saved. */
  trouble: string | null;
}

/** The log, and another look at it after every change, from whatever tab. */
export function useProgress(): ProgressView {
  const [view, setView] = useState<ProgressView>({ progress: null, events: none, trouble: null });
  useEffect(() => {
    let here = true;
    let stop: (() => void) | undefined;
    openProgress().then(
      (progress) => {
        if (!here) return;
        const look = () => {
          const { status } = progress;
          const trouble = status.kind === 'saved' ? null : status.says;
          setView({ progress, events: progress.all(), trouble });
        };
        stop = progress.subscribe(look);
        look();
      },
      () => here && setView({ progress: null, events: none, trouble: unread }),
    );
    return () => {
      here = false;
      stop?.();
    };
  }, []);
  return view;
}
