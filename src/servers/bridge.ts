/**
 * Questions of a thread that waits, answered by one that does not: the engine is synchronous, and a
 * server is not. The asking thread sleeps on shared memory until its answer has been posted.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ServerError } from './address.ts';
import type { Answer, Answerer, Question } from './protocol.ts';

/** What the asking thread is handed. */
export interface Bridge {
  port: MessagePort;
  /** One Int32: 0 while a question is open. */
  signal: SharedArrayBuffer;
}

/** For the thread that waits. */
export function asking({ port, signal }: Bridge): (question: Question) => Answer {
  const flag = new Int32Array(signal);
  return (question) => {
    Atomics.store(flag, 0, 0);
    port.postMessage(question);
    Atomics.wait(flag, 0, 0);
    const received = receiveMessageOnPort(port);
    if (!received) throw new Error('The thread was woken without an answer.');
    return received.message as Answer;
  };
}

/** For the thread that answers. @param busy - Is told when a question has come, and when it is answered. */
export function answering({ port, signal }: Bridge, answerer: Answerer, busy: (open: boolean) => void): void {
  const flag = new Int32Array(signal);
  port.on('message', (question: Question) => {
    busy(true);
    answerer
      .answer(question)
      .catch((error: unknown): Answer => {
        if (error instanceof ServerError) return { kind: 'failed', message: error.message };
        return { kind: 'failed', message: `A question to the server failed: ${String(error)}` };
      })
      .then((answer) => {
        port.postMessage(answer);
        busy(false);
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      });
  });
}
