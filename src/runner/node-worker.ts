/** The thread behind `NodeRunner`: one experiment at a time, on tools that are loaded once. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../engine/errors.ts';
import { explore } from '../engine/explore/explore.ts';
import { replay, serialSchedule } from '../engine/explore/replay.ts';
import { Laboratory } from '../engine/laboratory.ts';
import { defaultLimits } from '../engine/verdict.ts';
import type { NodeAnswer, NodeJob } from './node.ts';
import { nodeTools } from './node-tools.ts';

/** Milliseconds between two reports of progress; also proof of life. */
const tellEvery = 250;
const say = (answer: NodeAnswer) => parentPort?.postMessage(answer);

async function work(job: NodeJob): Promise<void> {
  const laboratory = new Laboratory(job.experiment, await nodeTools(), defaultLimits);
  try {
    if (job.kind === 'explore') {
      const exploration = explore(laboratory, defaultLimits, job.strategy);
      let told = performance.now();
      for (;;) {
        const next = exploration.next();
        if (next.done) return say({ kind: 'explored', exploration: next.value });
        if (performance.now() - told < tellEvery) continue;
        told = performance.now();
        say({ kind: 'progress', ...next.value });
      }
    }
    if (laboratory.loadFailure) return say({ kind: 'not-loaded', end: laboratory.loadFailure });
    const schedule = job.schedule ?? serialSchedule(laboratory, defaultLimits.stepsPerTask * 6);
    say({ kind: 'replayed', trace: replay(laboratory, schedule) });
  } finally {
    laboratory.close();
  }
}

parentPort?.on('message', (job: NodeJob) => {
  work(job).catch((error: unknown) => {
    if (error instanceof EngineError) say({ kind: 'refused', code: error.code, message: error.message });
    else throw error;
  });
});
