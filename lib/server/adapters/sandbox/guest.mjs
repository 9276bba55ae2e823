/**
 * What stands inside the interpreter around the author's function. It runs before the author's source and keeps the
 * built-ins that it found, so that whatever the source does to its realm, each answer is a text: `O` and a result, or
 * `F` and a fault as JSON.
 */
export const GUEST = `(() => {
  'use strict';
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { apply } = Reflect;
  const kindOf = Object.prototype.toString;
  const IsPromise = Promise;
  const IsError = Error;
  const text = String;

  const fault = (why, words, item, error) => {
    const stack = error instanceof IsError ? text(error.stack) : '';
    const name = error instanceof IsError ? text(error.name) : '';
    return 'F' + stringify({ __proto__: null, why, text: words, item, name, stack });
  };

  const describe = (error) => {
    if (error instanceof IsError) return text(error.message) || text(error.name);
    return typeof error === 'object' ? stringify(error) : text(error);
  };

  let misfit;
  const refuse = (why, words) => {
    misfit = { why, text: words };
    throw misfit;
  };

  const thrown = (error, item) => {
    try {
      if (misfit !== undefined && error === misfit) return fault(misfit.why, misfit.text, item);
      return fault('thrown', describe(error), item, error);
    } catch {
      return fault('thrown', 'it threw something that cannot be shown', item);
    }
  };

  // Most values are plain: they are recognised before any function is called.
  const check = (value) => {
    const type = typeof value;
    if (type === 'string' || type === 'boolean' || type === 'undefined' || value === null) return;
    if (type === 'number') {
      if (value - value !== 0) refuse('value', text(value));
    } else if (type !== 'object') {
      refuse('value', type === 'bigint' ? 'a BigInt' : 'a ' + type);
    } else if (isArray(value)) {
      for (let i = 0; i < value.length; i += 1) check(value[i]);
    } else {
      if (value instanceof IsPromise) refuse('async', '');
      for (const name in value) {
        const inner = value[name];
        const kind = typeof inner;
        if (kind === 'string' || kind === 'boolean' || (kind === 'number' && inner - inner === 0)) continue;
        check(inner);
      }
    }
  };

  const mustAnswer = (value) => {
    if (value instanceof IsPromise) refuse('async', '');
    return value;
  };

  let work;
  let acc;
  let isEmpty = true;
  let at = 0;

  const modes = {
    map: (items) => {
      const results = [];
      for (let i = 0; i < items.length; i += 1) {
        const value = work(items[i], at);
        check(value);
        results[i] = value;
        at += 1;
      }
      return stringify(results);
    },
    filter: (items) => {
      let kept = '';
      for (let i = 0; i < items.length; i += 1) {
        kept += mustAnswer(work(items[i], at)) ? '1' : '0';
        at += 1;
      }
      return kept;
    },
    reduce: (items) => {
      for (let i = 0; i < items.length; i += 1) {
        acc = isEmpty ? items[i] : mustAnswer(work(acc, items[i], at));
        isEmpty = false;
        at += 1;
      }
      return '';
    },
  };
  let all;

  const start = (made, mode, initial) => {
    if (typeof made !== 'function') return fault('source', made === null ? 'null' : 'of type ' + typeof made);
    const kind = apply(kindOf, made, []);
    if (kind !== '[object Function]') return fault('kind', kind);
    work = made;
    all = modes[mode];
    if (initial === '') return 'O';
    try {
      acc = parse(initial);
    } catch (error) {
      return fault('input', describe(error), undefined, error);
    }
    isEmpty = false;
    return 'O';
  };

  const take = (json) => {
    let items;
    try {
      items = parse(json);
    } catch (error) {
      return fault('input', describe(error), at, error);
    }
    const before = at;
    try {
      return 'O' + all(items);
    } catch (error) {
      return thrown(error, at < before + items.length ? at : undefined);
    }
  };

  const finish = () => {
    if (isEmpty) return fault('empty', '');
    try {
      check(acc);
      return 'O' + (stringify(acc) ?? 'null');
    } catch (error) {
      return thrown(error);
    }
  };

  return { start, take, finish };
})()`;
