/// <reference lib="webworker" />
/**
 * Engine, SQLite and sandbox in one dedicated worker. Explorations pause between slices, so that a
 * cancel or a replay is heard; an SQL statement that never ends can only be stopped from outside.
 */
import quickJsWasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import initSqlJs from 'sql.js';
import sqliteWasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { EngineError } from '../engine/errors.ts';
import { prepare } from '../engine/experiment.ts';
import { explore } from '../engine/explore/explore.ts';
import type { Progress } from '../engine/explore/findings.ts';
import { replay } from '../engine/explore/replay.ts';
import { Laboratory, type Tools } from '../engine/laboratory.ts';
import { defaultLimits, type Exploration } from '../engine/verdict.ts';
import { loadSandbox } from '../sandbox/load.ts';
import { type InitSqlJs, loadSqlite } from '../sqlite/driver.ts';
import type { Answer, ExperimentRef, ReplayResult, Request } from './protocol.ts';

/** How long a slice of exploration may keep the worker from hearing messages. */
const sliceMs = 24;

const say = (answer: Answer) => postMessage(answer);
const cancelled = new Set<number>();
let tools: Promise<Tools> | undefined;
/** The laboratory of the last replay, kept because the next step of the same lab needs it again. */
let kept: { key: string; laboratory: Laboratory } | undefined;

function boot(): Promise<Tools> {
  tools ??= Promise.all([compile(sqliteWasm), compile(quickJsWasm)]).then(async ([sqlite, quickJs]) => ({
    openDatabase: await loadSqlite(initSqlJs as InitSqlJs, sqlite),
    loadProgram: await loadSandbox({ wasm: quickJs }),
  }));
  return tools;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(
      `${url} answered ${response.status}. Reload the page; if that does not help, the site is incomplete.`,
    );
  // Not compileStreaming: a server with another MIME type must not stop the lab.
  return WebAssembly.compile(await response.arrayBuffer());
}

async function setUp(ref: ExperimentRef): Promise<Laboratory> {
  const handler = { ...ref.handler, file: `${ref.handler.name}.ts` };
  const workers = ref.workers === undefined ? {} : { workers: ref.workers };
  return new Laboratory(
    prepare(ref.lab, { scenario: ref.scenario, handler, ...workers }),
    await boot(),
    defaultLimits,
  );
}

async function replayRequest(ref: ExperimentRef, schedule: string): Promise<ReplayResult> {
  const key = JSON.stringify([ref.lab.id, ref.lab.seed, ref.scenario, ref.workers, ref.handler]);
  try {
    if (kept?.key !== key) {
      kept?.laboratory.close();
      kept = undefined;
      kept = { key, laboratory: await setUp(ref) };
    }
    const { laboratory } = kept;
    if (laboratory.loadFailure) {
      return { kind: 'problem', message: laboratory.loadFailure.detail, end: laboratory.loadFailure };
    }
    return { kind: 'trace', trace: replay(laboratory, schedule) };
  } catch (error) {
    if (error instanceof EngineError) return { kind: 'problem', message: error.message };
    kept = undefined;
    throw error;
  }
}

interface Underway {
  key: string;
  laboratory: Laboratory;
  exploration: Generator<Progress, Exploration>;
}

/** The exploration that was cancelled last: asked for again, it goes on. */
let paused: Underway | undefined;

async function underway(ref: ExperimentRef): Promise<Underway> {
  const key = JSON.stringify(ref);
  const known = paused;
  paused = undefined;
  if (known?.key === key) return known;
  known?.laboratory.close();
  const laboratory = await setUp(ref);
  return { key, laboratory, exploration: explore(laboratory, defaultLimits) };
}

async function exploreRequest(id: number, ref: ExperimentRef): Promise<void> {
  await boot();
  // Cancelled while it waited: its first slice may be the one that never ends.
  if (cancelled.delete(id)) return say({ id, kind: 'cancelled' });
  say({ id, kind: 'began' });
  const work = await underway(ref);
  let keep = false;
  try {
    say({ id, kind: 'began' });
    let sliceEnds = performance.now() + sliceMs;
    for (;;) {
      const next = work.exploration.next();
      if (next.done) return say({ id, kind: 'explored', exploration: next.value });
      if (performance.now() < sliceEnds) continue;
      say({ id, kind: 'progress', ...next.value });
      await new Promise((resume) => setTimeout(resume));
      if (cancelled.delete(id)) {
        keep = true;
        return say({ id, kind: 'cancelled' });
      }
      say({ id, kind: 'began' });
      sliceEnds = performance.now() + sliceMs;
    }
  } finally {
    if (keep) {
      paused?.laboratory.close();
      paused = work;
    } else work.laboratory.close();
  }
}

async function answer(request: Request): Promise<void> {
  switch (request.kind) {
    case 'boot':
      await boot();
      return say({ id: request.id, kind: 'booted' });
    case 'replay':
      await boot();
      say({ id: request.id, kind: 'began' });
      return say({
        id: request.id,
        kind: 'replayed',
        result: await replayRequest(request.ref, request.schedule),
      });
    case 'explore':
      return exploreRequest(request.id, request.ref);
    case 'cancel':
      cancelled.add(request.id);
  }
}

/** Replays share one laboratory, so requests of that kind wait for one another. */
let lastReplay: Promise<unknown> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const failed = (error: unknown) => {
    // A failed boot is tried again by the next request.
    tools = undefined;
    say({ id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  };
  if (data.kind === 'replay') lastReplay = lastReplay.then(() => answer(data)).catch(failed);
  else answer(data).catch(failed);
});
