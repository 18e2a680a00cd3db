/** Properties that the engine itself checks, beside the lab's. */
export const engineProperties = {
  'handler-loads': 'The handler loads.',
  hangs: 'No handler hangs.',
  'never-finishes': 'Every task finishes.',
  throws: 'No handler fails on the way to its answer.',
} as const;
export type EnginePropertyId = keyof typeof engineProperties;

interface OutcomeDoc {
  /** The engine property that it breaks, or null for a proper end. */
  breaks: EnginePropertyId | null;
  /** One sentence for the reference page. */
  doc: string;
  /** What a learner should do about it; empty for a proper end. */
  remedy: string;
}

/** How a task can end. The reference page is generated from this table. */
export const outcomes = {
  answered: { breaks: null, doc: 'The handler returned a response.', remedy: '' },
  done: {
    breaks: null,
    doc: 'A consumer or job, which owes nobody a response, came to its end.',
    remedy: '',
  },
  crashed: {
    breaks: null,
    doc: 'The process died: its transaction was rolled back, and the caller heard nothing.',
    remedy: '',
  },
  'request-lost': {
    breaks: null,
    doc: 'The request never arrived, and the caller heard nothing.',
    remedy: '',
  },
  'response-lost': {
    breaks: null,
    doc: 'The handler answered, and the answer never arrived: the caller cannot tell this from a lost request.',
    remedy: '',
  },
  'not-needed': { breaks: null, doc: 'A retry of a request that was answered.', remedy: '' },
  threw: {
    breaks: 'throws',
    doc: 'The handler let an error escape. A server would answer 500.',
    remedy:
      'Read the error. A missing index belongs in the schema; a refused transaction must be run again as a whole; anything else, catch it and answer with what is known.',
  },
  'no-response': {
    breaks: 'throws',
    doc: 'The handler returned something that is not a Response.',
    remedy: 'Return a Response on every path.',
  },
  'not-awaited': {
    breaks: 'throws',
    doc: 'The handler returned while calls that it had made were still waiting.',
    remedy: 'Write await before the call.',
  },
  'outer-sql': {
    breaks: 'throws',
    doc: 'Inside sql.begin the handler used the outer sql, which is not part of the transaction.',
    remedy: 'Use the sql that sql.begin hands to its function.',
  },
  'transaction-left-open': {
    breaks: 'throws',
    doc: 'The task ended inside a transaction, which was rolled back.',
    remedy: 'Await sql.begin, and let it commit.',
  },
  'refused-statement': {
    breaks: 'throws',
    doc: 'The handler sent SQL that handlers may not run.',
    remedy: 'Read what the message names, and use what it offers instead.',
  },
  'too-much-data': {
    breaks: 'throws',
    doc: 'A statement or an answer was larger than the sandbox allows.',
    remedy: 'Ask for fewer rows, or for less in each.',
  },
  'out-of-memory': {
    breaks: 'throws',
    doc: 'The handler used all the memory or stack it may have.',
    remedy: 'Look for a list, a string or a recursion that grows without end.',
  },
  'does-not-load': {
    breaks: 'handler-loads',
    doc: 'The file has a syntax error, fails while it loads, or lacks the function that the lab calls.',
    remedy: 'Mend what the message names.',
  },
  hangs: {
    breaks: 'hangs',
    doc: 'The handler ran on without making a step until its budget of instructions was spent.',
    remedy: 'Look for a loop that never ends.',
  },
  'never-finishes': {
    breaks: 'never-finishes',
    doc: 'The task was alone and had made as many steps as a task may.',
    remedy: 'Give the loop that makes steps an end.',
  },
  stalled: {
    breaks: 'never-finishes',
    doc: 'Nobody could move, and this task had not finished.',
    remedy: 'Look for a promise that nobody settles.',
  },
} as const satisfies Record<string, OutcomeDoc>;
export type OutcomeKind = keyof typeof outcomes;
