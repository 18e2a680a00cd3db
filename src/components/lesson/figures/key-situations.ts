/** The ways in which a second request can stand to the first, and why each is answered as it is. */

export interface Situation {
  /** `none`: it carries no key. */
  key: 'none' | 'new' | 'same';
  body: 'same' | 'other';
  /** What has become of the first request when the second arrives. */
  first: 'running' | 'done' | 'forgotten';
  answer: AnswerId;
}

export type AnswerId = 'no-key' | 'new-intent' | 'forgotten' | 'other-body' | 'running' | 'stored';

export interface Answer {
  status: number;
  /** Which of the four questions ends it, from 1. */
  question: 1 | 2 | 3 | 4;
  /** What the server does. */
  does: string;
  why: string;
  /** What the client should do. */
  client: string;
}

/** In this order: a later question is asked only if the earlier ones let the request through. */
export const questions: readonly { ask: string; through: string; stops: string }[] = [
  { ask: 'Does it carry a key?', through: 'yes', stops: 'no' },
  { ask: 'Is that key in the table, and not too old?', through: 'yes', stops: 'no' },
  { ask: 'Is the fingerprint the stored one?', through: 'yes', stops: 'no' },
  { ask: 'Is an answer stored?', through: 'yes', stops: 'no' },
];

export const answers: Readonly<Record<AnswerId, Answer>> = {
  'no-key': {
    status: 400,
    question: 1,
    does: 'Refuses. It stores nothing and runs nothing.',
    why: 'Nobody could tell a retry of this request from a second wish.',
    client: 'Mend the code. The same request will never be taken.',
  },
  'new-intent': {
    status: 201,
    question: 2,
    does: 'Claims the key and runs.',
    why: 'A key that is not there names a new intent, whatever the body says.',
    client: 'Note the receipt.',
  },
  forgotten: {
    status: 201,
    question: 2,
    does: 'Claims the key and runs, as if for the first time.',
    why: 'The row is gone, and with it the only trace of the first request. There is nothing left to compare with.',
    client: 'It should not have come so late under this key. Look first what became of the payment.',
  },
  'other-body': {
    status: 422,
    question: 3,
    does: 'Refuses. The first request is left alone.',
    why: 'One key cannot name two intents. Waiting would not help, so it makes no difference whether the first is still running.',
    client: 'Stop, and look for the bug. A new wish needs a new key.',
  },
  running: {
    status: 409,
    question: 4,
    does: 'Runs nothing, and says that the first is still at work.',
    why: 'There is no answer to give back yet, and to run it now would be to run it twice.',
    client: 'Ask again soon, with the same key.',
  },
  stored: {
    status: 201,
    question: 4,
    does: 'Runs nothing, and sends the stored status and body.',
    why: 'This is the retry for which the key was made.',
    client: 'Note the receipt. It need not know that it asked twice.',
  },
};

const bodies = ['same', 'other'] as const;
const firsts = ['running', 'done', 'forgotten'] as const;

export const situations: readonly Situation[] = (['none', 'new', 'same'] as const).flatMap((key) =>
  bodies.flatMap((body) => firsts.map((first) => ({ key, body, first, answer: answerOf(key, body, first) }))),
);

function answerOf(key: Situation['key'], body: Situation['body'], first: Situation['first']): AnswerId {
  if (key === 'none') return 'no-key';
  if (key === 'new') return 'new-intent';
  if (first === 'forgotten') return 'forgotten';
  if (body === 'other') return 'other-body';
  return first === 'running' ? 'running' : 'stored';
}
