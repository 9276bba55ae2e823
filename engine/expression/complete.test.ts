import { describe, expect, test } from 'vitest';
import { completions } from './index';
import { typesOf } from './testing/scope';

const types = typesOf(
  {
    params: { type: 'object', properties: { count: { type: 'integer' }, region: { enum: ['eu', 'us'] } } },
    now: { type: 'string' },
  },
  {
    'my-check': {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['healthy', 'degraded'] },
        nodes: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
        'content-type': { type: 'string' },
      },
    },
    other: {},
  },
);

/** Completes at the `|` of the text; returns the replaced text and the suggested labels. */
function at(marked: string): { replaces: string; labels: string[] } {
  const position = marked.indexOf('|');
  const text = marked.slice(0, position) + marked.slice(position + 1);
  const { from, options } = completions(text, position, types);
  return { replaces: text.slice(from, position), labels: options.map((option) => option.label) };
}

describe('completion', () => {
  test.each([
    ['steps.|', '', ['my-check', 'other']],
    ['steps.my-c|', 'my-c', ['my-check', 'other']],
    ['1 + steps.|', '', ['my-check', 'other']],
    ['steps["my|', 'my', ['my-check', 'other']],
    ['steps.my-check.|', '', ['output', 'status', 'error']],
    ['steps["my-check"].o|', 'o', ['output', 'status', 'error']],
    ['steps.my-check.output.|', '', ['status', 'nodes']],
    ['steps.my-check.output.st|', 'st', ['status', 'nodes']],
    ['steps.my-check.outputs.nodes[0].|', '', ['id']],
    ['steps.my-check.output["|', '', ['status', 'nodes', 'content-type']],
    ['steps.other.output.|', '', []],
    ['steps.gone.output.|', '', []],
    ['params.|', '', ['count', 'region']],
    ['a == 1 && params.c|', 'c', ['count', 'region']],
    ['steps.my-check.output.status == "|', '', ['healthy', 'degraded']],
    ["params.region != 'e|", 'e', ['eu', 'us']],
    ['steps.my-check.status == "|', '', ['completed', 'failed', 'skipped', 'cancelled']],
    ['"steps.|', '', []],
    ['params.count == "|', '', []],
    ['Hello {{ steps.|', '', ['my-check', 'other']],
    ['Hello {{ params.c| }} there', 'c', ['count', 'region']],
    ['{{ now }} steps.|', '', []],
    ['now.|', '', []],
  ])('at %s replaces %j', (marked, replaces, labels) => {
    expect(at(marked)).toEqual({ replaces, labels });
  });

  test.each(['|', 'pa|', '{{ |', 'size(|', '!|', '1 + |', 'a == b ? |'])(
    'offers names and functions at %s',
    (marked) => {
      expect(at(marked).labels).toEqual(
        expect.arrayContaining(['steps', 'params', 'now', 'default', 'size', 'true']),
      );
    },
  );

  test('shows types and signatures', () => {
    expect(completions('params.', 7, types).options).toEqual([
      { label: 'count', type: 'property', detail: 'integer' },
      { label: 'region', type: 'property', detail: '"eu" | "us"' },
    ]);
    expect(completions('', 0, types).options).toContainEqual({
      label: 'lower',
      type: 'function',
      detail: 'lower(text): Text in lower case.',
      apply: 'lower(',
    });
  });
});
