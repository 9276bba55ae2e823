import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { children, type Node, pathText } from './ast';
import { parseExpression } from './index';
import { errorOf } from './testing/scope';
import { ExpressionError } from './types';

/** The tree with every operation in brackets, which shows the precedence. */
function grouped(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value);
    case 'list':
      return `[${node.items.map(grouped).join(', ')}]`;
    case 'map':
      return `{${node.entries.map((entry) => `${JSON.stringify(entry.key)}: ${grouped(entry.value)}`).join(', ')}}`;
    case 'call':
      return `${node.name}(${node.args.map(grouped).join(', ')})`;
    case 'unary':
      return `(${node.operator}${grouped(node.operand)})`;
    case 'binary':
      return `(${grouped(node.left)} ${node.operator} ${grouped(node.right)})`;
    case 'conditional':
      return `(${grouped(node.test)} ? ${grouped(node.whenTrue)} : ${grouped(node.whenFalse)})`;
    case 'index':
      return `${grouped(node.object)}[${grouped(node.index)}]`;
    case 'member':
      return pathText(node) ?? `${grouped(node.object)}.${node.property}`;
    default:
      return pathText(node) ?? node.kind;
  }
}

const tree = (text: string) => grouped(parseExpression(text).root);

describe('what is written', () => {
  test.each([
    ['1', '1'],
    ['1.5e-3', '0.0015'],
    ['"a"', '"a"'],
    ["'a'", '"a"'],
    [String.raw`'it\'s'`, `"it's"`],
    [String.raw`"\"\\\/\n\t\r\b\f\u0041"`, JSON.stringify('"\\/\n\t\r\b\fA')],
    ['"a\nb"', '"a\\nb"'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', 'null'],
    ['[]', '[]'],
    ['[1, "a", [null]]', '[1, "a", [null]]'],
    ['[1, 2,]', '[1, 2]'],
    ['{}', '{}'],
    ['{"a": 1, \'b\': {"c": []}}', '{"a": 1, "b": {"c": []}}'],
    ['params.a', 'params.a'],
    ['params["a b"].c', 'params["a b"].c'],
    ['params["a"]', 'params.a'],
    ['params.list[0].x', 'params.list[0].x'],
    ['params.list[params.i]', 'params.list[params.i]'],
    ['item.in.not.and.true', 'item.in.not.and.true'],
    ['steps.fetch.output.n', 'steps.fetch.output.n'],
    ['steps.fetch.outputs.n', 'steps.fetch.output.n'],
    ['steps.my-step.output.n', 'steps.my-step.output.n'],
    ['steps.1st-try.output', 'steps.1st-try.output'],
    ['steps.2.status', 'steps.2.status'],
    ['steps.in.status', 'steps.in.status'],
    ['steps["my-step"].output.n', 'steps.my-step.output.n'],
    ["steps['my-step']['output']['n']", 'steps.my-step.output.n'],
    ['steps.a-b.output.n-1', '(steps.a-b.output.n - 1)'],
    ['steps.a.error', 'steps.a.error'],
    ['steps.a.error.kind', 'steps.a.error.kind'],
    ['steps.a.error["message"]', 'steps.a.error.message'],
    ['steps.a.error.contains("x")', 'contains(steps.a.error, "x")'],
    ['secrets.slack-hook', 'secrets["slack-hook"]'],
    ['params.steps.a-b', '(params.steps.a - b)'],
    ['size(params.list)', 'size(params.list)'],
    ['length(params.list)', 'size(params.list)'],
    ['float("1")', 'double("1")'],
    ['now()', 'now()'],
    ['params.name.trim().lower().startsWith("a")', 'startsWith(lower(trim(params.name)), "a")'],
    ['params.list.join(", ")', 'join(params.list, ", ")'],
    ['  1  ', '1'],
    ['{{ 1 + 2 }}', '(1 + 2)'],
    [' {{steps.my-step.status}} ', 'steps.my-step.status'],
  ])('%s is parsed as %s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  test.each([
    ['1 + 2 * 3', '(1 + (2 * 3))'],
    ['(1 + 2) * 3', '((1 + 2) * 3)'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ['8 / 4 / 2 % 3', '(((8 / 4) / 2) % 3)'],
    ['-1 + 2', '((-1) + 2)'],
    ['-a.b * 2', '((-a.b) * 2)'],
    ['!a == b', '((!a) == b)'],
    ['not a == b', '(!(a == b))'],
    ['not a and b', '((!a) && b)'],
    ['!!a', '(!(!a))'],
    ['a || b && c', '(a || (b && c))'],
    ['a or b and c', '(a || (b && c))'],
    ['a && b || c && d', '((a && b) || (c && d))'],
    ['a == 1 && b != 2', '((a == 1) && (b != 2))'],
    ['a + 1 < b * 2', '((a + 1) < (b * 2))'],
    ['a < b == c >= d', '((a < b) == (c >= d))'],
    ['a in [1, 2] && b', '((a in [1, 2]) && b)'],
    ['a not in b', '(!(a in b))'],
    ['not a in b', '(!(a in b))'],
    ['a ? b : c', '(a ? b : c)'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b ? c : d : e', '(a ? (b ? c : d) : e)'],
    ['a == 1 || b ? c + 1 : d', '(((a == 1) || b) ? (c + 1) : d)'],
    ['{"k": a ? 1 : 2}', '{"k": (a ? 1 : 2)}'],
  ])('%s groups as %s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('positions', () => {
  const text = ' {{ steps.my-step.output["k"] == size(params.a) + 1 }} ';
  const all = (node: Node): Node[] => [node, ...children(node).flatMap(all)];

  test('every node has the range of its own characters', () => {
    const expression = parseExpression(text);
    expect(all(expression.root).map((node) => text.slice(node.start, node.end))).toEqual([
      'steps.my-step.output["k"] == size(params.a) + 1',
      'steps.my-step.output["k"]',
      'steps.my-step.output',
      'size(params.a) + 1',
      'size(params.a)',
      'params.a',
      'params',
      '1',
    ]);
  });

  test('a step node has the range of its id, without quotes', () => {
    for (const written of [
      'steps.my-step.status',
      'steps["my-step"].status',
      '1 + steps[ \'my-step\' ]["status"]',
    ]) {
      const step = all(parseExpression(written).root).find((node) => node.kind === 'step');
      expect(step && written.slice(step.stepRange.start, step.stepRange.end)).toBe('my-step');
    }
  });

  test('brackets belong to the node inside them', () => {
    const { root } = parseExpression('(a) + 1');
    expect(root).toMatchObject({ start: 0, end: 7, left: { start: 0, end: 3 } });
  });
});

describe('mistakes', () => {
  test.each([
    ['', 0, 0, 'expression is empty', 'params.name'],
    ['{{ }}', 2, 3, 'expression is empty', 'params.name'],
    ['a = b', 2, 3, 'single =', 'Use =='],
    ['a === b', 2, 5, '===', 'Use =='],
    ['a !== b', 2, 5, '!==', 'Use !='],
    ['a <> b', 2, 4, '<>', 'Use !='],
    ['a & b', 2, 3, 'single &', '&&'],
    ['a | upper', 2, 3, '|', '||'],
    ['a ?? b', 2, 4, '??', 'default(x, y)'],
    ['a?.b', 1, 3, '?.', 'default'],
    ['x => 1', 2, 4, 'Functions', 'one expression'],
    ['`a`', 0, 1, 'Backticks', '"text"'],
    ['“a”', 0, 1, 'Curly', 'straight quotes'],
    ['$a', 0, 1, '$', 'params.name'],
    ['a; b', 1, 2, ';', 'Remove'],
    ['a # b', 2, 3, '"#"', 'quotes'],
    ['a + "b', 4, 6, 'not closed', 'Add "'],
    ["'a", 0, 2, 'not closed', "Add '"],
    [String.raw`"\d"`, 1, 3, 'not a valid escape', String.raw`\\`],
    [String.raw`"\u12"`, 1, 3, 'not a valid escape', String.raw`\u`],
    ['1 +', 3, 3, 'Unexpected end', 'after +'],
    ['a &&', 4, 4, 'Unexpected end', 'after &&'],
    ['not', 3, 3, 'Unexpected end', 'after not'],
    ['(1 + 2', 0, 1, 'not closed', 'Add )'],
    ['size([1, 2)', 10, 11, 'Unexpected )', ']'],
    ['[1, 2', 0, 1, 'not closed', 'Add ]'],
    ['{"a": 1', 0, 1, 'not closed', 'Add }'],
    ['{"a" 1}', 5, 6, 'Unexpected', '{"name": value}'],
    ['{a: 1}', 1, 2, 'quotes', '"a"'],
    ['{"__proto__": 1}', 1, 12, 'not allowed in an object', 'another'],
    ['a b', 2, 3, 'Unexpected b', 'operator'],
    ['a )', 2, 3, 'Unexpected )', undefined],
    ['1 < 2 < 3', 6, 7, 'chained', '&&'],
    ['a ? b', 5, 5, 'Unexpected end', 'a : b'],
    ['12ab', 0, 4, 'not a number or a name', 'quotes'],
    ['1e999', 0, 5, 'too large', undefined],
    ['lenght(a)', 0, 6, 'Unknown function lenght', 'Did you mean length?'],
    ['toLowerCase(a)', 0, 11, 'Unknown function', 'Did you mean lower?'],
    ['eval("1")', 0, 4, 'Unknown function eval', 'Functions:'],
    ['a.includes("x")', 2, 10, 'Unknown method includes', 'contains'],
    ['a.default(1)', 2, 9, 'not called on a value', 'default(x, y)'],
    ['lower()', 0, 7, 'takes 1 argument, not 0', 'lower(text)'],
    ['contains("a")', 0, 13, 'takes 2 arguments, not 1', 'contains(x, y)'],
    ['"a".trim(1)', 0, 11, 'takes 1 argument, not 2', 'trim(text)'],
    ['a.b[0](1)', 6, 7, 'Only functions', 'default'],
    ['steps', 5, 5, 'step ID', 'steps.fetch'],
    ['steps[params.id].output', 6, 12, 'step ID', 'steps.fetch'],
    ['steps.a', 7, 7, 'field of the step', '.status'],
    ['steps.a.ouput.n', 8, 13, 'Unknown field ouput', 'steps.a.output?'],
    ['steps.a.status_code', 8, 19, 'Unknown field status_code', 'steps.a.output.status_code'],
    ['steps.a.error.kin', 14, 17, 'Unknown field kin', 'kind, message'],
    ['{{a}} == 1', 0, 2, 'Braces', 'without {{ }}'],
    ['{{a}} == {{b}}', 9, 11, 'Braces', 'without {{ }}'],
    ['a == {{b}}', 5, 7, 'Braces', 'without {{ }}'],
  ])('%s is refused at [%i, %i)', (text, start, end, message, hint) => {
    const error = errorOf(() => parseExpression(text));
    expect(error.message).toContain(message);
    expect(error.range).toEqual({ start, end });
    if (hint === undefined) expect(error.hint).toBeUndefined();
    else expect(error.hint).toContain(hint);
  });
});

describe('limits', () => {
  test.each([
    ['10,001 characters', `"${'a'.repeat(9_999)}"`, 'The limit is'],
    ['65 brackets', `${'('.repeat(65)}1${')'.repeat(65)}`, 'more than 64 nested levels'],
    ['65 lists', `${'['.repeat(65)}${']'.repeat(65)}`, 'more than 64 nested levels'],
    ['65 denials', `${'!'.repeat(65)}true`, 'more than 64 nested levels'],
    ['65 choices', `${'a ? b : '.repeat(65)}c`, 'more than 64 nested levels'],
    ['1,001 additions', `1${'+1'.repeat(1001)}`, 'more than 1000 operators'],
    ['1,001 names', `a${'.a'.repeat(1001)}`, 'more than 1000 operators'],
  ])('%s are too many', (_, text, message) => {
    expect(errorOf(() => parseExpression(text)).message).toContain(message);
  });

  test('an expression just within the limits is parsed', () => {
    for (const text of [
      `"${'a'.repeat(9_998)}"`,
      `${'('.repeat(63)}1${')'.repeat(63)}`,
      `1${'+1'.repeat(1000)}`,
      `[${'1,'.repeat(4_000)}]`,
    ]) {
      expect(parseExpression(text).end).toBe(text.length);
    }
  });
});

describe('any text', () => {
  const fragments = fc.constantFrom(
    ...[
      'steps',
      '.',
      'my-step',
      'output',
      'params',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      '{{',
      '}}',
      '"',
      "'",
      '\\',
      ' ',
    ],
    ...[
      '==',
      '=',
      '<',
      '!',
      '&&',
      '|',
      'not',
      'in',
      '?',
      ':',
      ',',
      '+',
      '-',
      '1',
      '1e9',
      'size',
      'default',
      'é',
      '😀',
    ],
  );

  test('is parsed or refused with an ExpressionError within the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (source) => {
        try {
          const expression = parseExpression(source);
          expect(expression.end).toBeLessThanOrEqual(source.length);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          expect(error.range.start).toBeGreaterThanOrEqual(0);
          expect(error.range.end).toBeLessThanOrEqual(source.length);
          expect(error.range.start).toBeLessThanOrEqual(error.range.end);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('is unchanged as a quoted literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
        expect(parseExpression(JSON.stringify(value)).root).toMatchObject({ kind: 'literal', value });
      }),
      { numRuns: 1_000 },
    );
  });
});
