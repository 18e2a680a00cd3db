/** Prelude, last part: starting tasks, delivering results, and telling the host how far each has come. */
export const preludeTasks = `
const maxBody = 64 * 1024;
const { file, seed, processModel } = config;

const makeTask = (id) => ({
  __proto__: null,
  id,
  now: 0,
  random: seeded(id),
  started: false,
  calls: { __proto__: null, first: null, last: null, count: 0 },
  nextCall: 0,
  nextTransaction: 0,
  open: null,
  returned: null,
  end: null,
  logs: list(),
});

/** Read before any handler code runs, so that a patched Object.prototype cannot add to them. */
const tasks = { __proto__: null };
const specs = { __proto__: null };
const order = list();
for (const id of Object.keys(config.tasks)) {
  const spec = config.tasks[id];
  specs[id] = { __proto__: null, entry: spec.entry, url: spec.url, method: spec.method, headers: spec.headers, body: spec.body, bodyBytes: spec.bodyBytes, message: spec.message };
  push(order, id);
}

/** The process while it loads: it has a clock and draws numbers, but makes no calls. */
const loader = makeTask(processModel === 'own' && order.length > 0 ? config.first : 'process');
loader.now = config.now;
/** The task to which the last event went: time is as of that event, and Math.random and console are that task's. */
var current = loader;

const place = (kind, status, body, detail, stack) =>
  '{"kind":' + quote(kind) + ',"status":' + (status === null ? 'null' : status) + ',"body":' + (body === null ? 'null' : quote(body)) +
  ',"detail":' + quote(detail) + ',"stack":' + quote(stack) + '}';

/** Ends a task. What it had asked for is forgotten: the engine closes its session. */
const finish = (task, kind, detail, stack) => {
  if (task.end !== null) return;
  task.end = place(kind, null, null, detail, stack);
  task.calls.first = task.calls.last = null;
  task.calls.count = 0;
};

/** Judges the tasks whose entry function has returned, once nothing is left to run. */
const conclude = () => {
  for (let i = 0; i < order.length; i += 1) {
    const task = tasks[order[i]];
    if (task === undefined || task.end !== null || task.returned === null) continue;
    const { threw, text, stack, status, body, problem } = task.returned;
    const first = task.calls.first;
    if (threw) finish(task, 'threw', text, stack);
    else if (first !== null) finish(task, 'not-awaited', 'The handler returned before ' + first.words + ' was finished.', first.stack);
    else if (task.open !== null && !task.open.failed) finish(task, 'transaction-left-open', 'The handler returned while the function of this sql.begin was still at work.', task.open.stack);
    else if (problem !== null) finish(task, problem, text, '');
    else task.end = place(specs[task.id].entry === 'handle' ? 'answered' : 'done', status, body, '', '');
  }
};

const outcome = () => ({ __proto__: null, threw: false, text: '', stack: '', status: null, body: null, problem: null });

const returnedValue = (task, value) => {
  const result = outcome();
  task.returned = result;
  if (specs[task.id].entry !== 'handle') return;
  if (!isResponse(value)) {
    result.problem = 'no-response';
    result.text = 'The handler returned ' + kindOf(value) + '.';
    return;
  }
  const body = bodyOf(value);
  if (body.used) {
    result.problem = 'no-response';
    result.text = 'The handler returned a response whose body it had read already.';
  } else if (body.text !== null && body.text.length > maxBody) {
    result.problem = 'too-much-data';
    result.text = 'The answer has ' + body.text.length + ' characters; at most ' + maxBody + ' are allowed.';
  } else {
    result.status = statusOf(value);
    result.body = body.text;
  }
};

const threwValue = (task, thrown) => {
  const { text, stack } = describe(thrown);
  const result = outcome();
  result.threw = true;
  result.text = text;
  result.stack = stack;
  task.returned = result;
};

const makeEnv = (task) => addServices({
  sql: makeSql(task, null),
  clock: {
    now: () => current.now,
    sleep: (ms) => {
      const stack = here();
      if (typeof ms !== 'number' || !isFiniteNumber(ms) || ms < 0) {
        throw new NativeRangeError('clock.sleep takes a number of milliseconds from 0 up; it got ' + (typeof ms === 'number' ? toText(ms) : kindOf(ms)) + '.');
      }
      const answer = deferred();
      makeCall(task, 'sleep', '"ms":' + quote(ms), null, stack, () => answer.resolve(undefined), () => undefined);
      return answer.promise;
    },
  },
  crypto: makeCrypto(task),
  isUniqueViolation,
}, task);

const argument = (spec) => {
  if (spec.entry === 'handle') {
    const body = spec.bodyBytes === null ? spec.body : null;
    const request = new Request(spec.url, { method: spec.method, headers: parse(spec.headers), body });
    if (spec.bodyBytes !== null) setBody(request, spec.body, bytesFrom(spec.bodyBytes));
    return request;
  }
  return spec.message === null ? undefined : parse(spec.message);
};

const start = (id, now, entry) => {
  conclude();
  const task = makeTask(id);
  if (processModel === 'own') task.random = loader.random;
  task.now = now;
  tasks[id] = task;
  current = task;
  try {
    const spec = specs[id];
    const env = makeEnv(task);
    const value = spec.entry === 'run' ? entry(env) : entry(argument(spec), env);
    whenSettled(value, (result) => returnedValue(task, result), (thrown) => threwValue(task, thrown));
  } catch (thrown) {
    threwValue(task, thrown);
  }
};

const settle = (text) => {
  conclude();
  const event = parse(text);
  const task = tasks[event.task];
  if (task === undefined || task.end !== null) return;
  let call = task.calls.first;
  while (call !== null && call.id !== event.call) call = call.next;
  if (call === null) return;
  removeCall(task, call);
  task.now = event.now;
  current = task;
  call.done(event.result);
};

const report = () => {
  conclude();
  let text = '';
  for (let i = 0; i < order.length; i += 1) {
    const task = tasks[order[i]];
    if (task === undefined) continue;
    const calls = list();
    for (let call = task.calls.first; call !== null; call = call.next) push(calls, call.text);
    text += (text === '' ? '' : ',') + quote(task.id) + ':{"calls":' + joinJson(calls) + ',"end":' + (task.end ?? 'null') + ',"logs":' + joinJson(task.logs) + '}';
  }
  return '{' + text + '}';
};

return { __proto__: null, start, settle, report };
`;
