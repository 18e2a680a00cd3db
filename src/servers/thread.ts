/** The one thread in which the engine asks servers: started for the first order, and used again. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { ServerError } from './address.ts';
import { answering, type Bridge } from './bridge.ts';
import type { Answerer } from './protocol.ts';
import type { Real } from './steps.ts';
import type { Order, OrderAnswer } from './worker.ts';

/** Silence after which the thread is taken for stuck in a computation of its own. */
const silenceMs = 15_000;

export type Carried = Exclude<OrderAnswer, { kind: 'refused' }>;

/** Who carries steps out, and which. */
export interface Carriers {
  answerer: Answerer;
  real: Real;
}

let worker: Worker | null = null;
/** Orders wait for each other. */
let last: Promise<unknown> = Promise.resolve();

/** @throws {ServerError} */
export function carryOut(what: Omit<Order, 'servers'>, carriers: Carriers | null): Promise<Carried> {
  const order = last.then(() => once(what, carriers));
  last = order.catch(() => {});
  return order;
}

async function once(what: Omit<Order, 'servers'>, carriers: Carriers | null): Promise<Carried> {
  worker ??= new Worker(new URL('./worker.ts', import.meta.url));
  const thread = worker;
  // An idle thread keeps no process alive; the timer below does while there is work.
  thread.unref();
  const { port1, port2 } = new MessageChannel();
  const bridge: Bridge = { port: port2, signal: new SharedArrayBuffer(4) };
  const order: Order = { ...what, servers: carriers && { bridge, real: carriers.real } };
  let watchdog: NodeJS.Timeout | undefined;
  let heard: (answer: OrderAnswer) => void = () => {};
  let failed: (error: unknown) => void = () => {};
  const forget = () => {
    worker = null;
    return thread.terminate();
  };
  try {
    const answer = await new Promise<OrderAnswer>((resolve, reject) => {
      const watch = () => {
        watchdog = setTimeout(() => {
          void forget();
          const file = what.experiment.handler.file;
          reject(
            new ServerError(
              `A property or a built-in function of ${file} ran for ${silenceMs / 1000} seconds and was stopped. Look for a query that never ends.`,
            ),
          );
        }, silenceMs);
      };
      watch();
      if (carriers) {
        answering({ ...bridge, port: port1 }, carriers.answerer, (open) => {
          clearTimeout(watchdog);
          if (!open) watch();
        });
      }
      heard = resolve;
      failed = (error) => {
        worker = null;
        reject(error);
      };
      thread.on('message', heard).on('error', failed);
      thread.postMessage(order, [port2]);
    });
    if (answer.kind === 'refused') throw new ServerError(answer.message);
    return answer;
  } finally {
    clearTimeout(watchdog);
    port1.close();
    thread.off('message', heard).off('error', failed);
  }
}
