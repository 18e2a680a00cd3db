/**
 * Something the user can mend: what is wrong, with which value, and what to do. Codes are permanent.
 */
export type EngineErrorCode =
  | 'malformed-schedule'
  | 'unknown-task'
  | 'cannot-move'
  | 'nondeterministic-step'
  | 'unknown-lab'
  | 'unknown-handler'
  | 'unknown-scenario'
  | 'not-scalable'
  | 'bad-schema'
  | 'bad-property'
  | 'unknown-exercise';

export class EngineError extends Error {
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}
