/** Prelude: `sql` and `sql.begin`, in the shape of the postgres package. */
export const preludeSql = `
const maxPending = 200;
const maxCallText = 256 * 1024;

/** What a call is called in a message, unless it has words of its own. */
const callWords = { __proto__: null, statement: 'this statement', sleep: 'this sleep', begin: 'this transaction', commit: 'this transaction', rollback: 'this transaction' };

/** Queues a call of a task and tells the host; done and abort are called at most once. */
const makeCall = (task, kind, fields, transaction, stack, done, abort, words = callWords[kind]) => {
  if (task.end !== null) return;
  if (task.calls.count >= maxPending) {
    finish(task, 'too-much-data', 'More than ' + maxPending + ' calls were waiting at once.', stack);
    return;
  }
  if (fields.length > maxCallText) {
    finish(task, 'too-much-data', 'The statement and its parameters have ' + fields.length + ' characters; at most ' + maxCallText + ' are allowed.', stack);
    return;
  }
  const id = task.nextCall;
  task.nextCall += 1;
  const call = { __proto__: null, id, words, transaction, stack, done, abort, text: '', previous: task.calls.last, next: null };
  call.text = '{"id":' + id + ',"kind":' + quote(kind) + ',"stack":' + quote(stack) + (fields === '' ? '' : ',' + fields) + '}';
  if (task.calls.last === null) task.calls.first = call;
  else task.calls.last.next = call;
  task.calls.last = call;
  task.calls.count += 1;
};

const removeCall = (task, call) => {
  if (call.previous === null) task.calls.first = call.next;
  else call.previous.next = call.next;
  if (call.next === null) task.calls.last = call.previous;
  else call.next.previous = call.previous;
  task.calls.count -= 1;
};

const codedError = (name, code, message, stack) => {
  const error = new NativeError(message);
  setOwn(error, 'name', name, false);
  setOwn(error, 'code', code, true);
  // The error is made when the answer arrives; its place is where the handler asked.
  setOwn(error, 'stack', stack, false);
  return error;
};

const sqlError = (code, message, stack) => codedError('SqlError', code, message, stack);

const parameterHelp = {
  __proto__: null,
  undefined: 'Pass null for "no value".',
  NaN: 'Pass a finite number, or null.',
  Infinity: 'Pass a finite number, or null.',
  '-Infinity': 'Pass a finite number, or null.',
  'a bigint': 'Pass a number, or a string of its digits.',
  'a Date': 'Pass date.toISOString() or date.getTime().',
  'a promise': 'Write await before it.',
  'an array': 'Write one placeholder for each value, or pass JSON.stringify(array).',
  'an object': 'Pass one of its fields, or JSON.stringify(object).',
  'a function': 'Call it, and pass what it returns.',
  'a symbol': 'Pass a string.',
};

const parameter = (value, position) => {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && isFiniteNumber(value)) return quote(value);
  const kind = kindOf(value);
  throw new NativeTypeError('Parameter ' + position + ' of this statement is ' + kind + '. ' + parameterHelp[kind]);
};

const statement = (strings, values) => {
  let text = '';
  let params = '';
  for (let i = 0; i < strings.length; i += 1) {
    if (typeof strings[i] !== 'string') throw new NativeTypeError('The statement holds an escape that JavaScript does not know.');
    text += (i === 0 ? '' : '?') + strings[i];
  }
  for (let i = 0; i < values.length; i += 1) params += (i === 0 ? '' : ',') + parameter(values[i], i + 1);
  return { __proto__: null, text, params: '[' + params + ']' };
};

const isTemplate = (strings, values) =>
  isArray(strings) && isArray(strings.raw) && strings.length === values.length + 1;

/** Rows as objects, with .count beside them. */
const toRows = (result) => {
  const rows = [];
  for (let i = 0; i < result.rows.length; i += 1) {
    const row = {};
    for (let j = 0; j < result.columns.length; j += 1) setOwn(row, result.columns[j], result.rows[i][j], true);
    setOwn(rows, i, row, true);
  }
  setOwn(rows, 'count', result.count, false);
  return rows;
};

const shortened = (text) => {
  const limit = 60;
  return text.length > limit ? slice(text, 0, limit) + '…' : text;
};

/** The outer sql of a task, or, with a transaction, the one that sql.begin hands to its function. */
const makeSql = (task, transaction) => {
  const refuse = (stack) => {
    if (task.end !== null) return new NativeError('The request that this sql belongs to has ended.');
    if (transaction === null) {
      if (task.open === null) return null;
      finish(task, 'outer-sql', 'The outer sql was used inside sql.begin.', stack);
      return new NativeError('The outer sql was used inside sql.begin. Use the sql that sql.begin hands to its function.');
    }
    if (transaction.failed) {
      return sqlError('TRANSACTION_ABORTED', 'The transaction was rolled back when ' + transaction.failedText + ' failed: ' + transaction.failedMessage, stack);
    }
    if (transaction.state !== 'open') return new NativeError('This transaction has ended. Use sql inside the function that sql.begin calls, and await it there.');
    return null;
  };

  const sql = function sql(strings, ...values) {
    const stack = here();
    if (!isTemplate(strings, values)) {
      throw new NativeTypeError('sql is a template tag; it got ' + kindOf(strings) + '. Write the statement between backticks: sql${'`'}SELECT 1${'`'}, with values as ${'$'}{…}.');
    }
    const { text, params } = statement(strings, values);
    const refusal = refuse(stack);
    if (refusal !== null) return rejected(refusal);
    const answer = deferred();
    makeCall(
      task,
      'statement',
      '"sql":' + quote(text) + ',"params":' + params + ',"transaction":' + (transaction === null ? 'null' : transaction.id),
      transaction,
      stack,
      (result) => {
        if (result.kind !== 'error') {
          answer.resolve(toRows(result));
          return;
        }
        const error = sqlError(result.code, result.message, stack);
        if (transaction !== null) failTransaction(transaction, error, quote(shortened(text)));
        answer.reject(error);
      },
      () => answer.reject(refuse(stack)),
    );
    return answer.promise;
  };

  const begin = function begin(...args) {
    const stack = here();
    if (transaction !== null) {
      throw new NativeError('sql.begin cannot be nested: this is a transaction already. Write the statements here, or call begin after it has ended.');
    }
    const mode = args.length > 1 ? args[0] : 'deferred';
    const work = args[args.length - 1];
    if ((mode !== 'deferred' && mode !== 'immediate') || typeof work !== 'function' || args.length > 2) {
      throw new NativeTypeError("sql.begin takes a function, or 'immediate' and a function: await sql.begin(async (sql) => { … }).");
    }
    const refusal = refuse(stack);
    if (refusal !== null) return rejected(refusal);
    return startTransaction(task, mode, work, stack);
  };
  setOwn(sql, 'begin', begin, true);
  return sql;
};

const startTransaction = (task, mode, work, stack) => {
  const answer = deferred();
  const transaction = { __proto__: null, task, id: task.nextTransaction, state: 'opening', failed: false, error: null, failedText: '', failedMessage: '', stack };
  task.nextTransaction += 1;
  task.open = transaction;
  const field = '"transaction":' + transaction.id;
  const close = () => {
    transaction.state = 'ended';
    task.open = null;
  };
  const commit = (value) => {
    if (transaction.failed) {
      close();
      answer.reject(transaction.error);
      return;
    }
    transaction.state = 'closing';
    makeCall(task, 'commit', field, transaction, stack, (result) => {
      close();
      if (result.kind === 'error') answer.reject(sqlError(result.code, result.message, stack));
      else answer.resolve(value);
    }, () => {
      close();
      answer.reject(transaction.error);
    });
  };
  const rollBack = (thrown) => {
    if (transaction.failed) {
      close();
      answer.reject(isAborted(thrown) ? transaction.error : thrown);
      return;
    }
    transaction.state = 'closing';
    const done = () => {
      close();
      answer.reject(thrown);
    };
    makeCall(task, 'rollback', field, transaction, stack, done, done);
  };
  makeCall(task, 'begin', '"mode":' + quote(mode) + ',' + field, transaction, stack, (result) => {
    if (result.kind === 'error') {
      close();
      answer.reject(sqlError(result.code, result.message, stack));
      return;
    }
    transaction.state = 'open';
    let value;
    try {
      value = work(makeSql(task, transaction));
      if (isArray(value)) value = promiseAll(value);
    } catch (error) {
      rollBack(error);
      return;
    }
    whenSettled(value, commit, rollBack);
  }, close);
  return answer.promise;
};

const isAborted = (thrown) => {
  try {
    return thrown !== null && typeof thrown === 'object' && thrown.code === 'TRANSACTION_ABORTED';
  } catch (error) {
    return false;
  }
};

/** The engine has rolled back in the same step, as PostgreSQL would have aborted the transaction. */
const failTransaction = (transaction, error, text) => {
  transaction.failed = true;
  transaction.error = error;
  transaction.failedText = text;
  transaction.failedMessage = error.message;
  let call = transaction.task.calls.first;
  while (call !== null) {
    const next = call.next;
    if (call.transaction === transaction) {
      removeCall(transaction.task, call);
      call.abort();
    }
    call = next;
  }
};
`;
