/** Prelude: services of the outside world, such as `payments.charge`. Each call is one step. */
export const preludeServices = `
const maxArguments = 16 * 1024;
const maxDepth = 20;
const objectProto = Object.prototype;
const objectKeys = Object.keys;

const argumentHelp = {
  __proto__: null,
  undefined: 'Pass null for "no value".',
  NaN: 'Pass a finite number, or null.',
  Infinity: 'Pass a finite number, or null.',
  '-Infinity': 'Pass a finite number, or null.',
  'a bigint': 'Pass a number, or a string of its digits.',
  'a Date': 'Pass date.toISOString() or date.getTime().',
  'a promise': 'Write await before it.',
  'an object': 'Pass a plain object with the fields that matter.',
  'a function': 'Call it, and pass what it returns.',
  'a symbol': 'Pass a string.',
};

/**
 * JSON text of a call's arguments. Not JSON.stringify: that would leave out what it cannot write, or
 * write null for it, and an amount of NaN would arrive as nothing.
 */
const argumentsText = (name, values) => {
  let room = maxArguments;
  const add = (text) => {
    room -= text.length;
    if (room < 0) throw new NativeTypeError('The arguments of ' + name + ' have more than ' + maxArguments + ' characters as JSON. Pass less.');
    return text;
  };
  const refuse = (kind, position, path) => {
    const what = kind === 'an object' ? 'an object of a class' : kind;
    throw new NativeTypeError(name + ' got ' + what + (path === '' ? ' as argument ' + position : ' in argument ' + position + ', at ' + shortened(path)) + '. ' + argumentHelp[kind]);
  };
  const write = (value, position, path, depth) => {
    if (value === null) return add('null');
    if (typeof value === 'boolean') return add(value ? 'true' : 'false');
    if (typeof value === 'number' && isFiniteNumber(value)) return add(quote(value));
    if (typeof value === 'string') {
      if (value.length > room) add(value);
      return add(quote(value));
    }
    if (typeof value !== 'object') return refuse(kindOf(value), position, path);
    if (depth === maxDepth) throw new NativeTypeError(name + ' got data in argument ' + position + ' that is nested more than ' + maxDepth + ' deep, or holds itself. Pass flat data.');
    let text = '';
    if (isArray(value)) {
      for (let i = 0; i < value.length; i += 1) {
        if (i > 0) text += add(',');
        text += write(value[i], position, path + '[' + i + ']', depth + 1);
      }
      return add('[') + text + add(']');
    }
    const proto = getPrototypeOf(value);
    if (proto !== null && proto !== objectProto) return refuse(kindOf(value), position, path);
    const keys = objectKeys(value);
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i];
      const field = value[key];
      // As JSON.stringify does: a field without a value is not there.
      if (field === undefined) continue;
      if (key.length > room) add(key);
      text += add((text === '' ? '' : ',') + quote(key) + ':');
      text += write(field, position, path === '' ? key : path + '.' + key, depth + 1);
    }
    return add('{') + text + add('}');
  };
  let count = values.length;
  while (count > 0 && values[count - 1] === undefined) count -= 1;
  let text = '';
  for (let i = 0; i < count; i += 1) text += (i === 0 ? '' : add(',')) + write(values[i], i + 1, '', 0);
  return '[' + text + ']';
};

const makeOperation = (task, service, operation, absent) => {
  const name = service + '.' + operation;
  return (...values) => {
    const stack = here();
    if (absent !== null) throw new NativeError(absent);
    const text = argumentsText(name, values);
    if (task.end !== null) return rejected(new NativeError('The request that this ' + service + ' belongs to has ended.'));
    const answer = deferred();
    const fields = '"service":' + quote(service) + ',"operation":' + quote(operation) + ',"args":' + quote(text);
    makeCall(task, 'service', fields, null, stack, (result) => {
      if (result.kind === 'error') answer.reject(codedError('ServiceError', result.code, result.message, stack));
      else answer.resolve(parse(result.json));
    }, () => undefined, 'this call of ' + name);
    return answer.promise;
  };
};

/** Read before any handler code runs, as the tasks are. */
const services = list();
for (const name of objectKeys(config.services)) {
  const { operations, absent } = config.services[name];
  const kept = list();
  for (const operation of operations) push(kept, operation);
  push(services, { __proto__: null, name, operations: kept, absent });
}

/** What the lab does not have is there too, to say so, but is not listed. */
const addServices = (env, task) => {
  for (let i = 0; i < services.length; i += 1) {
    const { name, operations, absent } = services[i];
    const api = {};
    for (let j = 0; j < operations.length; j += 1) {
      setOwn(api, operations[j], makeOperation(task, name, operations[j], absent), true);
    }
    setOwn(env, name, api, absent === null);
  }
  return env;
};
`;
