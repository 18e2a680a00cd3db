/** The questions, fetched once, beside the reader's log. */
import { useEffect, useState } from 'react';
import type { InterviewData } from '../../interview/question.ts';
import type { Progress } from '../../progress/progress.ts';
import { type ProgressView, useProgress } from '../learn/useProgress.ts';

export const base = (import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '');

const unread = 'The questions could not be loaded. Reload the page to try again; your progress is kept.';

let fetched: Promise<InterviewData> | null = null;

function fetchQuestions(): Promise<InterviewData> {
  fetched ??= fetch(`${base}/interview/questions.json`).then((response) => {
    if (!response.ok) throw new Error(`questions.json: ${response.status}`);
    return response.json();
  });
  return fetched;
}

export interface InterviewView {
  /** Null until questions and log have been read. */
  ready: { progress: Progress; data: InterviewData; events: ProgressView['events'] } | null;
  trouble: string | null;
}

export function useInterview(): InterviewView {
  const { progress, events, trouble } = useProgress();
  const [data, setData] = useState<InterviewData | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    fetchQuestions().then(
      (loaded) => here && setData(loaded),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, []);
  const ready = progress === null || data === null ? null : { progress, data, events };
  return { ready, trouble: failed ? unread : trouble };
}
