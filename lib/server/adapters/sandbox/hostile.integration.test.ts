import { afterAll, describe, expect, it } from 'vitest';
import { ActionError, type FailureKind, type Json } from '@/engine';
import { createSandbox } from './index';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const input: Json[] = [JSON.parse('{"n":1,"__proto__":{"polluted":true},"constructor":{"prototype":{}}}')];

/** What the host would have, if a function reached it. */
const REACHED = [
  'process',
  'require',
  'module',
  'Buffer',
  'fetch',
  'setTimeout',
  'WebAssembly',
  'postMessage',
];
const NAMES = JSON.stringify(REACHED);

/** The name of whatever a root has of the host; empty inside. */
const look = (root: string) =>
  `() => { const g = ${root}; return ${NAMES}.filter((name) => name in Object(g)); }`;

/** Ways out that others were left by. Inside each is only the interpreter's own world: nothing of the host is found. */
const escapes: Record<string, string> = {
  globalThis: look('globalThis'),
  'this of a plain call': look('(function () { return this; })()'),
  'constructor chain of a function': look('(() => 1).constructor("return globalThis")()'),
  'constructor chain of an item': look('[].constructor.constructor("return this")()'),
  Function: look('new Function("return this")()'),
  'indirect eval': look('(0, eval)("this")'),
  'generator constructor': look('(function* () {}).constructor("yield this")().next().value'),
  'async constructor': look('(async () => 1).constructor("return this")'),
  'constructor of an error': look(
    '(() => { try { null.x; } catch (e) { return e.constructor.constructor("return this")(); } })()',
  ),
  'constructor of a stack overflow': look(
    '(() => { const f = () => f() + 1; try { f(); } catch (e) { return e.constructor.constructor("return this")(); } })()',
  ),
  'own prepareStackTrace': look(
    '(() => { let seen; Error.prepareStackTrace = (e, frames) => { seen = frames; return ""; }; new Error().stack; return seen && seen[0] && seen[0].getThis && seen[0].getThis(); })()',
  ),
  'arguments.callee.caller': look('(function f() { return f.caller || arguments.callee.caller; })()'),
  'species of a list': look(
    '(() => { class L extends Array { static get [Symbol.species]() { return function (n) { return globalThis; }; } } return new L(1, 2).map((x) => x); })()',
  ),
  'Reflect.construct': look('Reflect.construct(Function, ["return this"])()'),
  'a tagged template': look('Function.prototype.call.call(Function`return this`)'),
  'with and Symbol.unscopables': look('(new Function("with (globalThis) { return this; }"))()'),
};

/** Which limit comes first depends on the machine. */
const LIMIT = /^(expression_error|timeout)$/;

/** Programs that must end as a failure of this kind. */
const bombs: Record<string, [source: string, kind: FailureKind | typeof LIMIT, message: RegExp]> = {
  'import()': ['() => import("node:fs")', 'expression_error', /promise/],
  'process, by name': ['() => process.exit(1)', 'expression_error', /'?process'? is not defined/],
  'require, by name': ['() => require("fs")', 'expression_error', /require'? is not defined/],
  'code after the function': ['x => x); (globalThis.x = 1', 'invalid_params', /function/],
  'code around the function': ['x => x) + (() => 1)(', 'invalid_params', /function/],
  'an empty loop': ['() => { while (true); }', 'timeout', /still running after 1 s/],
  'a loop around catch and finally': [
    '() => { for (;;) try { while (true); } catch {} finally { continue; } }',
    'timeout',
    /still running/,
  ],
  'a loop while it is made': ['(() => { while (true); })()', 'timeout', /still running/],
  'a loop of native calls': [
    "() => { for (;;) ('x'.repeat(2 ** 24)).lastIndexOf('y'.repeat(1000)); }",
    'timeout',
    /still running/,
  ],
  'one native call': ["() => 'x'.repeat(2 ** 28).lastIndexOf('y')", 'expression_error', /64 MB of memory/],
  'a native sort': ['() => [2, 1].sort(() => { for (;;); })', 'timeout', /still running/],
  'a pattern': ["() => /(a+)+$/.test('a'.repeat(40) + 'b')", 'timeout', /still running/],
  'a pattern over a long text': ["() => /^(.*,)*x/.test('a,'.repeat(1e5))", 'timeout', /still running|stack/],
  'a getter that loops': ['() => ({ get a() { for (;;); } })', 'timeout', /still running/],
  'a proxy that loops': ['() => new Proxy({}, { ownKeys() { for (;;); } })', 'timeout', /still running/],
  'a proxy that never ends': [
    '() => { const p = () => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: () => p() }); return p(); }',
    'expression_error',
    /nested too deeply|calls itself/,
  ],
  'a revoked proxy': [
    '() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; }',
    'expression_error',
    /./,
  ],
  'toJSON that loops': [
    '() => { Object.prototype.toJSON = () => { for (;;); }; return {}; }',
    'expression_error',
    /function/,
  ],
  'toJSON of a class that loops': [
    '() => new (class { toJSON() { for (;;); } })()',
    'timeout',
    /still running/,
  ],
  'toJSON that throws': [
    '() => new (class { toJSON() { throw new Error("no"); } })()',
    'expression_error',
    /no/,
  ],
  'JSON taken away': [
    '() => { Object.defineProperty(Array.prototype, "toJSON", { value: () => 5 }); return 1; }',
    'expression_error',
    /modified JSON/,
  ],
  'an error that loops when read': [
    '() => { throw Object.defineProperty(new Error(), "message", { get() { for (;;); } }); }',
    'timeout',
    /still running/,
  ],
  'a thrown proxy': [
    '() => { throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } }); }',
    'expression_error',
    /./,
  ],
  recursion: ['function f() { return f() + 1; }', 'expression_error', /calls itself too deeply/],
  'recursion through toString': [
    "() => { const a = { toString: () => '' + a }; return '' + a; }",
    'expression_error',
    /deeply/,
  ],
  'recursion through a pattern': [
    "() => new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('a')",
    'expression_error',
    /./,
  ],
  'recursion through source': ["() => eval('('.repeat(1e5) + ')'.repeat(1e5))", 'expression_error', /./],
  'recursion through JSON': ["() => JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))", 'expression_error', /./],
  'a list that grows': [
    '() => { const all = []; for (;;) all.push(new Array(1000).fill(1)); }',
    LIMIT,
    /64 MB|still running/,
  ],
  'a text that grows': ['() => { let s = "x"; for (;;) s += s; }', LIMIT, /64 MB|too long|still running/],
  'a buffer': ['() => new ArrayBuffer(2 ** 30).byteLength', 'expression_error', /64 MB|memory/],
  'maps that grow': [
    '() => { const m = new Map(); for (let i = 0; ; i += 1) m.set(i, "x".repeat(1000) + i); }',
    LIMIT,
    /64 MB|still running/,
  ],
  'closures that grow': [
    '() => { let f = () => 1; for (;;) { const g = f; f = () => g; } }',
    LIMIT,
    /64 MB|still running/,
  ],
  'a huge result': ["() => 'x'.repeat(11e6)", LIMIT, /exceeds 10 MB|still running/],
  'a result that is huge as JSON': ["() => '\\u0001'.repeat(3e6)", LIMIT, /exceeds 10 MB|still running/],
  'a result with many of one': [
    '() => { let a = ["x"]; for (let i = 0; i < 26; i += 1) a = [a, a]; return a; }',
    'timeout',
    /still running/,
  ],
  'a result that contains itself': [
    '() => { const a = {}; a.a = a; return a; }',
    'expression_error',
    /contains itself/,
  ],
  'too many arguments': ['() => Math.max(...new Array(1e5))', 'expression_error', /too many arguments/],
};

async function outcome(source: string) {
  const start = performance.now();
  const ended = await sandbox({ source, mode: 'map', input }, new AbortController().signal).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...ended, ms: performance.now() - start };
}

describe('functions that try to escape', () => {
  it.each(Object.entries(escapes))('reach nothing of the host: %s', async (_, source) => {
    const ended = await outcome(source);
    if ('error' in ended) expect(ended.error).toBeInstanceOf(ActionError);
    else expect(ended.value).toEqual([[]]);
  });

  it('do not change objects of this process', () => {
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'toJSON')).toBe(false);
  });
});

describe('functions that exhaust resources', () => {
  it.each(Object.entries(bombs))('end as a failure: %s', async (_, [source, kind, message]) => {
    const ended = await outcome(source);
    const error = 'error' in ended ? ended.error : ended.value;
    expect(error).toBeInstanceOf(ActionError);
    expect(error).toMatchObject({
      kind: expect.stringMatching(kind),
      message: expect.stringMatching(message),
    });
  });

  it('leave a working sandbox', async () => {
    expect(await outcome('(item) => item.n')).toMatchObject({ value: [1] });
  });
});

describe('two consecutive programs', () => {
  it('share nothing, when one changes everything it reaches, 500 times', async () => {
    const poison = `(item, index) => {
      const mark = () => 'poisoned';
      for (const holder of [Object, Array, String, Number, Function, RegExp, Promise, Map, Error, JSON, Math, Reflect]) {
        for (const target of [holder, holder.prototype]) {
          if (!target) continue;
          for (const name of Object.getOwnPropertyNames(target)) {
            try { target[name] = mark; } catch {}
          }
          try { target.left = 'poisoned'; } catch {}
        }
      }
      globalThis.left = 'poisoned';
      return index;
    }`;
    const read = `() => [
      typeof left, typeof {}.left, typeof [].left, typeof (() => 1).left, typeof JSON.left, typeof Math.left,
      [3, 1, 2].map((x) => x).sort().join('-'), 'A'.toLowerCase(), JSON.stringify({ a: [1] }), Math.max(1, 2),
    ]`;
    const clean = await outcome(read);
    for (let pair = 0; pair < 500; pair += 1) {
      await outcome(poison);
      const { ms: _, ...seen } = await outcome(read);
      expect(seen).toEqual({ value: 'value' in clean ? clean.value : undefined });
    }
    expect(clean).toMatchObject({
      value: [[...Array.from({ length: 6 }, () => 'undefined'), '1-2-3', 'a', '{"a":[1]}', 2]],
    });
  });
});
