import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ActionError, type Json } from '@/engine';
import type { SandboxProgram } from '@/engine/ports';
import { createSandbox } from './index';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const never = new AbortController().signal;

const compute = (source: string, input: Json[], more: Partial<SandboxProgram> = {}) =>
  sandbox({ source, mode: 'map', input, ...more }, new AbortController().signal);

async function failure(work: Promise<unknown>): Promise<ActionError> {
  const error = await work.then(
    (value) => new Error(`It gave ${JSON.stringify(value)}.`),
    (reason: unknown) => reason,
  );
  if (error instanceof ActionError) return error;
  throw error;
}

describe('a function in the sandbox', () => {
  it('maps with item and index', async () => {
    expect(await compute('(item, index) => item.x * index', [{ x: 1 }, { x: 2 }, { x: 3 }])).toEqual([
      0, 2, 6,
    ]);
    expect(await compute('(x) => x', [])).toEqual([]);
  });

  it('filters by truthiness, and does not change items', async () => {
    const input = [{ n: 0 }, { n: 1 }, { n: 2 }];
    const source = '(item) => { const kept = item.n; item.n = "changed"; return kept; }';
    expect(await compute(source, input, { mode: 'filter' })).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('reduces from an initial value, or from the first item', async () => {
    const mode = 'reduce';
    expect(await compute('(a, x, i) => ({ ...a, [x]: i })', ['a', 'b'], { mode, initial: {} })).toEqual({
      a: 0,
      b: 1,
    });
    expect(await compute('(a, x, i) => a + x * i', [5, 1, 1], { mode })).toBe(8);
    expect(await compute('(a, x) => a + x', [], { mode, initial: null })).toBeNull();
  });

  it('may be written in any form of a function, with a semicolon or a comment after it', async () => {
    const forms = [
      'x => x + 1',
      '(x) => x + 1;',
      'function (x) { return x + 1; } ;',
      'function plus(x) {\n  return x + 1;\n}\n',
      '(x) => x + 1 // plus one',
      '/* plus one */ ({ y: 1 }, (x) => x + 1)',
    ];
    for (const source of forms) expect(await compute(source, [1]), source).toEqual([2]);
  });

  it('keeps its variables from item to item, also across batches', async () => {
    const source = '(() => { let sum = 0; return (x) => { sum += x.n; return sum; }; })()';
    const many = Array.from({ length: 20_000 }, () => ({
      n: 1,
      text: 'a longer text, so that it takes room',
    }));
    const sums = await compute(source, many);
    expect(sums).toHaveLength(20_000);
    expect((sums as Json[]).at(-1)).toBe(20_000);
  });

  it('returns null for undefined, and JSON for dates and values without JSON', async () => {
    const source = '(x) => [undefined, { a: undefined, b: 1 }, new Date(0), [undefined]][x]';
    expect(await compute(source, [0, 1, 2, 3])).toEqual([null, { b: 1 }, '1970-01-01T00:00:00.000Z', [null]]);
  });

  it('transfers every text and key unchanged', async () => {
    const input: Json[] = [
      '\ud800',
      'é 👍 \u0000 \u2028',
      JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
      -0,
    ];
    expect(JSON.stringify(await compute('(x) => x', input))).toBe(JSON.stringify(input));
  });
});

describe('a function that fails', () => {
  it('is reported with the line of the source and the item', async () => {
    const input: Json[] = [{ a: { b: 1 } }, {}];
    const error = await failure(compute('(item) => {\n  // first a,\n  return item.a.b;\n}', input));
    expect(error.kind).toBe('expression_error');
    expect(error.path).toBe('params.function');
    expect(error.message).toBe("Line 3, column 16: cannot read property 'b' of undefined (item 1).");
  });

  it('is reported with the line where it called a built-in function', async () => {
    const error = await failure(compute('(text) =>\n  JSON.parse(text)', ['{']));
    expect(error.message).toMatch(/^Line 2, column \d+: .* \(item 0\)\.$/);
  });

  it('is reported with any thrown value', async () => {
    const thrown: [string, RegExp][] = [
      ['new Error("no stock")', /^Line 1, column \d+: no stock \(item 0\)\.$/],
      ['"text"', /^text \(item 0\)\.$/],
      ['{ code: 7 }', /^\{"code":7\} \(item 0\)\.$/],
      ['undefined', /^undefined \(item 0\)\.$/],
      ['Symbol("s")', /^Symbol\(s\) \(item 0\)\.$/],
      ['{ toJSON() { throw 1; } }', /cannot be shown/],
      ['new Error("long ".repeat(1000))', /^.{500,600}$/],
    ];
    for (const [what, message] of thrown) {
      const error = await failure(compute(`() => { throw (${what}); }`, [1]));
      expect(error.message, what).toMatch(message);
      expect(error.kind).toBe('expression_error');
    }
  });

  it('must be one synchronous function', async () => {
    const sources: [string, RegExp][] = [
      ['(x) =>\n  { return x ++ y }', /^Line 2, column 17: This is not a single JavaScript function/],
      ['return 1', /not a single JavaScript function/],
      ['', /not a single JavaScript function/],
      ['const f = 1; (x) => x', /not a single JavaScript function/],
      ['42', /must be a single function, such as .* of type number/],
      ['null', /must be a single function/],
      ['async (x) => x', /must be synchronous, but is an async function/],
      ['function* () {}', /a generator/],
      ['async function* () {}', /an async generator/],
    ];
    for (const [source, message] of sources) {
      const error = await failure(compute(source, [1]));
      expect(error.kind, source).toBe('invalid_params');
      expect(error.message, source).toMatch(message);
    }
  });

  it('must return JSON, also inside lists and objects', async () => {
    const values: [string, RegExp][] = [
      ['NaN', /returned NaN, which is not a JSON value \(item 0\)/],
      ['[1, -1 / 0]', /returned -Infinity/],
      ['{ a: { b: 0 / 0 } }', /returned NaN/],
      ['() => 1', /returned a function/],
      ['{ f() {} }', /returned a function/],
      ['Symbol()', /returned a symbol/],
      ['10n', /returned a BigInt/],
      ['Promise.resolve(1)', /returned a promise/],
      ['{ later: Promise.resolve(1) }', /returned a promise/],
      ['(() => { const a = []; a.push(a); return a; })()', /contains itself/],
    ];
    for (const [value, message] of values) {
      const error = await failure(compute(`() => (${value})`, [1]));
      expect(error.kind, value).toBe('expression_error');
      expect(error.message, value).toMatch(message);
    }
  });

  it('cannot reduce an empty list without an initial value', async () => {
    const error = await failure(compute('(a, x) => a + x', [], { mode: 'reduce' }));
    expect(error.message).toMatch(/list is empty .* set initial/);
  });
});

describe('the sandbox', () => {
  it('refuses values that are too large, with the limit', async () => {
    const long = await failure(compute(`() => 1 /*${'x'.repeat(17_000)}*/`, [1]));
    expect(long.kind).toBe('invalid_params');
    expect(long.message).toMatch(/at most 16384/);
    const small = createSandbox({ inputLength: 1024 * 1024, outputLength: 1024 * 1024 });
    const big = 'x'.repeat(600_000);
    const input = await failure(small({ source: 'x => 1', mode: 'map', input: [big, big] }, never));
    expect(input.message).toMatch(/items exceed 1 MB/);
    const output = await failure(
      small({ source: `() => '${'x'}'.repeat(6e5)`, mode: 'map', input: [1, 2] }, never),
    );
    expect(output.message).toMatch(/result exceeds 1 MB/);
    await small.close();
  });

  it('stops on abort with the reason, also before a thread is free', async () => {
    const reason = new ActionError('cancelled', 'Somebody cancelled the run.');
    const program: SandboxProgram = { source: '() => { while (true); }', mode: 'map', input: [1] };
    const stops = Array.from({ length: 4 }, () => new AbortController());
    const ends = stops.map((stop) => failure(sandbox(program, stop.signal)));
    for (const stop of stops) stop.abort(reason);
    expect(await Promise.all(ends)).toEqual([reason, reason, reason, reason]);
    await expect(sandbox(program, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await compute('(x) => x', [1])).toEqual([1]);
  });

  it('runs more concurrent programs than it has threads, each with its own result', async () => {
    const answers = Array.from({ length: 300 }, (_, index) => compute('(x) => x * 2', [index]));
    expect(await Promise.all(answers)).toEqual(answers.map((_, index) => [index * 2]));
  });

  it('works again after a program that was ended with its thread', async () => {
    const source = '() => { const s = "x".repeat(2 ** 24); for (;;) s.lastIndexOf("y".repeat(1000)); }';
    const quick = createSandbox({ graceMs: 50 });
    expect((await failure(quick({ source, mode: 'map', input: [1] }, never))).kind).toBe('timeout');
    expect(await quick({ source: '(x) => x', mode: 'map', input: [1] }, never)).toEqual([1]);
    await quick.close();
  });

  it('does not keep the process alive while a thread is idle', async () => {
    const script = `
      import { createSandbox } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      const program = { source: '(x) => x + 1', mode: 'map', input: [1] };
      createSandbox()(program, new AbortController().signal).then((result) => console.log(result));`;
    const options = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 100_000 });
    expect(stdout.trim()).toBe('[ 2 ]');
  });

  it('refuses work once it is closed, including work in progress', async () => {
    const closing = createSandbox();
    const program: SandboxProgram = { source: '() => { while (true); }', mode: 'map', input: [1] };
    const waiting = Array.from({ length: 4 }, () => failure(closing(program, new AbortController().signal)));
    await closing.close();
    for (const end of waiting) expect((await end).message).toBe('The server is shutting down.');
    expect((await failure(closing(program, never))).kind).toBe('internal');
  });
});
