/** Asks a thread of its own to read or write a file; the thread ends with the answer. */
import type { TransferAnswer, TransferRequest } from './transfer.worker.ts';

/** A deck that anybody learns is read in seconds. */
const patienceMs = 60_000;

/** Never rejects: what went wrong is an answer, too. */
export async function ask(request: TransferRequest): Promise<TransferAnswer> {
  const worker = new Worker(new URL('./transfer.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answered = new Promise<TransferAnswer>((resolve) => {
    const refuse = (message: string) => resolve({ kind: 'refused', message });
    timer = setTimeout(
      () => refuse(`It took longer than ${patienceMs / 1000} seconds and was stopped. Split the file.`),
      patienceMs,
    );
    worker.onmessage = ({ data }: MessageEvent<TransferAnswer>) => resolve(data);
    worker.onerror = () =>
      refuse('The part of the page that handles files did not load. Check the connection and reload.');
    worker.onmessageerror = () => refuse('The answer was too large for this browser. Split the file.');
    worker.postMessage(request);
  });
  const answer = await answered;
  clearTimeout(timer);
  worker.terminate();
  return answer;
}
