import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json';
import { formatPipeline, importPipeline, importValue } from './import';
import { locateJsonError } from './json-error';

const step = { id: 'a', action: 'log', params: { message: 'x' } };

function imported(value: unknown) {
  const result = importPipeline(typeof value === 'string' ? value : JSON.stringify(value));
  if (!result.ok) throw new Error(result.problem.message);
  return result.document;
}

function refused(value: unknown): string {
  const result = importPipeline(typeof value === 'string' ? value : JSON.stringify(value));
  return result.ok ? 'accepted' : result.problem.message;
}

describe('a document is accepted', () => {
  test('as the rules write it', () => {
    const document = {
      name: 'Deploy',
      description: '',
      params: { n: { type: 'integer', default: 1 } },
      steps: [step],
      outputs: { x: '{{steps.a.output.message}}' },
      settings: { timeout_seconds: 60 },
      layout: {
        steps: { a: { x: 1, y: 2 } },
        notes: [{ id: 'n', x: 0, y: 0, text: 'Hi' }],
        frames: [
          { id: 'f', x: 0, y: 0, width: 300, height: 200, title: 'Load', steps: ['a'], collapsed: true },
        ],
      },
    };
    expect(imported(document)).toEqual(document);
  });

  test('as a bare list of steps', () => {
    expect(imported([step])).toEqual({ steps: [step] });
  });

  test('as an object with only steps, and with an empty list of steps', () => {
    expect(imported({ steps: [step] })).toEqual({ steps: [step] });
    expect(imported({ steps: [] })).toEqual({ steps: [] });
  });

  test('with parameters for params, in its place, as an object', () => {
    const document = imported({ parameters: { n: { type: 'integer' } }, steps: [step] });
    expect(Object.keys(document)).toEqual(['params', 'steps']);
    expect(document.params).toEqual({ n: { type: 'integer' } });
  });

  test('with parameters as a list of named declarations', () => {
    const parameters = [{ name: 'n', type: 'integer', required: true }, { name: 'm' }];
    expect(imported({ parameters, steps: [step] }).params).toEqual({
      n: { type: 'integer', required: true },
      m: {},
    });
  });

  test('with both, where params count and parameters are kept as written', () => {
    const both = { params: { n: {} }, parameters: [{ name: 'm' }], steps: [step] };
    expect(imported(both)).toEqual(both);
  });

  test('with a byte order mark before it', () => {
    expect(imported(`\uFEFF${JSON.stringify([step])}`)).toEqual({ steps: [step] });
  });

  test('with a step without params, and with unknown keys and actions', () => {
    const document = {
      steps: [{ id: 'a', action: 'teleport', 'x-note': [1, { deep: null }] }],
      'x-team': 'ops',
    };
    expect(imported(document)).toEqual(document);
  });

  test('with an id that is the name of an inherited property', () => {
    const text = '{"steps":[{"id":"constructor","action":"log","params":{"__proto__":1,"message":"x"}}]}';
    const document = imported(text);
    expect(formatPipeline(document)).toContain('"__proto__": 1');
  });
});

describe('a document is refused with the reason', () => {
  test.each([
    ['a text', '"steps"', 'The document is not a pipeline. Use an object with "steps", or a list of steps.'],
    ['null', 'null', 'The document is not a pipeline. Use an object with "steps", or a list of steps.'],
    [
      'an object without steps',
      '{"name":"x"}',
      'The object has no "steps". Add "steps" with a list of steps.',
    ],
    ['steps that are no list', '{"steps":{}}', 'steps needs a list, but is an object.'],
    ['a step that is no object', '[1]', 'Step 1 needs an object, but is a number.'],
    ['a step without id', '[{"action":"log"}]', 'Step 1: id is missing.'],
    ['a step without action', '[{"id":"a"}]', 'Step 1 ("a"): action is missing.'],
    [
      'params that are a list',
      '[{"id":"a","action":"log","params":[]}]',
      'Step 1 ("a"): params must be an object.',
    ],
    [
      'depends_on that is text',
      '[{"id":"a","action":"log","depends_on":"b"}]',
      'Step 1 ("a"): depends_on needs a list, but is text.',
    ],
    [
      'a condition that is no text',
      '[{"id":"a","action":"log","condition":true}]',
      'Step 1 ("a"): condition needs text, but is true or false.',
    ],
    ['a name that is no text', '{"name":1,"steps":[]}', 'name needs text, but is a number.'],
  ])('%s', (_, text, message) => {
    expect(refused(text)).toBe(message);
  });

  test('nesting deeper than 200 levels, in objects and lists', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const steps = (levels: number) => `[{"id":"a","action":"log","params":{"x":${deep(levels)}}}]`;
    expect(refused(steps(190))).toBe('accepted');
    expect(refused(steps(300))).toBe('The document is nested more than 200 levels deep.');
    expect(refused(steps(100_000))).toMatch(/nested more than 200 levels deep/);
    expect(importValue(JSON.parse(steps(300))).ok).toBe(false);
  });
});

describe('text that is not JSON', () => {
  test.each([
    ['nothing at all', '', 1, 1],
    ['only white space', ' \n ', 2, 2],
    ['a word', 'steps', 1, 1],
    ['an object that is not closed', '{"steps": []', 1, 13],
    ['a list that is not closed', '[1, 2', 1, 6],
    ['a comma too many in a list', '[1, 2,]', 1, 7],
    ['a comma too many in an object', '{"a": 1,\n}', 2, 1],
    ['a comma that is missing', '{"a": 1\n "b": 2}', 2, 2],
    ['a colon that is missing', '{"a" 1}', 1, 6],
    ['single quotes', "{'a': 1}", 1, 2],
    ['a key without quotes', '{a: 1}', 1, 2],
    ['a comment', '{\n  // note\n  "a": 1}', 2, 3],
    ['text that is not closed', '{"a": "b}', 1, 7],
    ['a line break inside text', '{"a": "b\nc"}', 1, 7],
    ['an escape that is none', '{"a": "\\q"}', 1, 7],
    ['a number that begins with a zero', '{"a": 01}', 1, 8],
    ['a number that begins with a plus', '[+1]', 1, 2],
    ['NaN', '[NaN]', 1, 2],
    ['undefined', '{"a": undefined}', 1, 7],
    ['a second document', '{} {}', 1, 4],
    ['a closing bracket of the wrong kind', '{"a": [1}', 1, 9],
    ['True with a capital', '[\n  True\n]', 2, 3],
    ['a semicolon', '{"a": 1;}', 1, 8],
    ['a hexadecimal number', '[0x10]', 1, 3],
  ])('%s is shown with its line and column', (_, text, line, column) => {
    const result = importPipeline(text);
    expect(result).toMatchObject({ ok: false, problem: { line, column } });
    if (!result.ok) expect(result.problem.message).toContain(`line ${line}, column ${column}`);
  });

  test('is found in 10 MB of text', () => {
    const line = '{"id": "a", "action": "log", "params": {"message": "x"}},\n';
    const count = Math.ceil(10_000_000 / line.length);
    expect(importPipeline(`[${line.repeat(count)}oops]`)).toMatchObject({
      ok: false,
      problem: { line: count + 1, column: 1 },
    });
    expect(importPipeline(`{"steps": "${'x'.repeat(10_000_000)}`)).toMatchObject({
      ok: false,
      problem: { line: 1, column: 11 },
    });
  }, 60_000);

  test('agrees with JSON.parse for any text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      ' ',
      '\n',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(locateJsonError(text) === undefined).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the round trip', () => {
  const key = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__');
  const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const steps = fc.array(
    fc
      .record(
        {
          id: fc.string(),
          action: fc.string(),
          params: fc.dictionary(key, json),
          depends_on: fc.array(fc.string(), { maxLength: 3 }),
          condition: fc.string(),
          name: fc.string(),
          disabled: json,
          retry: fc.dictionary(
            key.filter((name) => name !== 'retry_on'),
            json,
          ),
          'x-unknown': json,
        },
        { requiredKeys: ['id', 'action'] },
      )
      .chain(shuffledKeys),
    { maxLength: 5 },
  );
  const documents = fc
    .record(
      {
        name: fc.string(),
        steps,
        outputs: fc.dictionary(key, json),
        settings: fc.dictionary(key, json),
        'x-unknown': json,
        layout: fc.record({ 'x-zoom': json }),
      },
      { requiredKeys: ['steps'] },
    )
    .chain(shuffledKeys);

  test('import and format preserve every byte: unknown keys, spellings and the order of keys', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = `${JSON.stringify(document, null, 2)}\n`;
        expect(formatPipeline(imported(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('formatting twice is the same as formatting once, with any white space', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(0, 1, 4, '\t'), (document, indent) => {
        const once = formatPipeline(imported(JSON.stringify(document, null, indent)));
        expect(formatPipeline(imported(once))).toBe(once);
      }),
      { numRuns: 100 },
    );
  });
});

/** The same object with its keys in another order. */
function shuffledKeys<T extends object>(object: T): fc.Arbitrary<T> {
  const entries = Object.entries(object);
  return fc
    .shuffledSubarray(entries, { minLength: entries.length })
    .map((shuffled) => Object.fromEntries(shuffled) as T);
}
