import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { JsonObject } from '../json';
import { ancestors, buildGraph } from './graph';
import { normalize } from './normalize';
import type { StepDocument } from './schema';

const { descriptors } = catalogue;
const log = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'log',
  params: { message: 'x' },
  ...more,
});
const graphOf = (...steps: StepDocument[]) => buildGraph(normalize({ steps }, descriptors), descriptors);
const edgesOf = (...steps: StepDocument[]) =>
  graphOf(...steps).edges.map(({ id, path, label }) => [id, path, ...(label === undefined ? [] : [label])]);

describe('an edge comes from', () => {
  test('depends_on', () => {
    expect(edgesOf(log('a'), log('b', { depends_on: ['a'] }))).toEqual([['a>b:depends_on', 'depends_on.0']]);
  });

  test('a reference in a parameter, at any depth', () => {
    const message = { text: ['{{steps.a.output.x.y}}'] };
    expect(edgesOf(log('a'), log('b', { params: { message } }))).toEqual([
      ['a>b:reference', 'params.message.text.0', 'output.x.y'],
    ]);
  });

  test('a reference in an unknown parameter', () => {
    expect(edgesOf(log('a'), log('b', { params: { message: 'x', extra: '{{steps.a.output}}' } }))).toEqual([
      ['a>b:reference', 'params.extra', 'output'],
    ]);
  });

  test('an output that a condition reads', () => {
    expect(edgesOf(log('a'), log('b', { condition: 'steps.a.output.message == "x"' }))).toEqual([
      ['a>b:reference', 'condition', 'output.message'],
    ]);
  });

  test('a status or error that a condition reads, which makes the step a handler', () => {
    for (const aspect of ['status', 'error']) {
      const graph = graphOf(log('a'), log('b', { condition: `steps.a.${aspect} != null` }));
      expect(graph.edges.map(({ kind }) => kind)).toEqual(['handler']);
      expect([...(graph.steps.get('b')?.handles ?? [])]).toEqual(['a']);
    }
  });

  test('a status that a parameter shows is a value and handles nothing', () => {
    const graph = graphOf(log('a'), log('b', { params: { message: '{{steps.a.status}}' } }));
    expect(graph.edges.map(({ kind }) => kind)).toEqual(['reference']);
    expect(graph.steps.get('b')?.handles.size).toBe(0);
  });

  test('the condition of a conditional, which may be a handler too', () => {
    const choose = { id: 'c', action: 'condition', params: { condition: "steps.a.status == 'failed'" } };
    expect(edgesOf(log('a'), choose)).toEqual([['a>c:handler', 'params.condition', 'status']]);
  });

  test('targets of a conditional: one, several, and of named branches', () => {
    const params: JsonObject = {
      condition: 'true',
      on_true: ['a', 'b'],
      on_false: 'b',
      branches: [{ id: 'x', condition: 'true', target_step: 'a' }, { next_step: 'c' }],
    };
    expect(edgesOf({ id: 'd', action: 'conditional', params }, log('a'), log('b'), log('c'))).toEqual([
      ['d>a:branch:true', 'params.on_true'],
      ['d>b:branch:true', 'params.on_true'],
      ['d>b:branch:false', 'params.on_false'],
      ['d>a:branch:x', 'params.branches.0.target_step'],
      ['d>c:branch:default', 'params.branches.1.next_step'],
    ]);
  });

  test('sources of an aggregate', () => {
    const sum = { id: 's', action: 'aggregate', params: { sources: ['a', 'b'] } };
    expect(edgesOf(log('a'), log('b'), sum)).toEqual([
      ['a>s:source', 'params.sources'],
      ['b>s:source', 'params.sources'],
    ]);
  });

  test('the items of a loop, with braces or without', () => {
    for (const items of ['steps.a.output.message', '{{ steps.a.output.message }}']) {
      expect(edgesOf(log('a'), { id: 'l', action: 'loop', params: { items, action: 'log' } })).toEqual([
        ['a>l:reference', 'params.items', 'output.message'],
      ]);
    }
  });

  test('the parameters of the action inside a loop, including expressions without braces', () => {
    const inner = {
      items: 'steps.b.output',
      action: 'log',
      action_params: { message: '{{steps.a.output.x}}' },
    };
    const loop = { id: 'l', action: 'loop', params: { items: '[1]', action: 'loop', action_params: inner } };
    expect(edgesOf(log('a'), log('b'), loop)).toEqual([
      ['b>l:reference', 'params.action_params.items', 'output'],
      ['a>l:reference', 'params.action_params.action_params.message', 'output.x'],
    ]);
  });

  test('the check of a wait, which handles nothing', () => {
    const params = {
      condition: 'check.output.result',
      check: { action: 'conditional', params: { condition: 'steps.a.status == "failed"' } },
    };
    const graph = graphOf(log('a'), { id: 'w', action: 'wait_until', params });
    expect(graph.edges.map(({ kind, path }) => [kind, path])).toEqual([
      ['reference', 'params.check.params.condition'],
    ]);
  });

  test('an id with a hyphen, which is not a subtraction', () => {
    expect(edgesOf(log('my-step'), log('b', { condition: 'steps.my-step.output.x > 1' }))).toEqual([
      ['my-step>b:reference', 'condition', 'output.x'],
    ]);
  });
});

describe('a graph', () => {
  test('has no edge to a missing step, and none for text that does not parse', () => {
    expect(
      edgesOf(
        log('a', { depends_on: ['zzz'], condition: 'steps.', params: { message: '{{steps.b.output' } }),
      ),
    ).toEqual([]);
  });

  test('takes the first of two steps with one id', () => {
    const graph = graphOf(log('a', { name: 'first' }), log('a', { name: 'second' }));
    expect(graph.steps.size).toBe(1);
    expect(graph.steps.get('a')?.step.name).toBe('first');
  });

  test('lists each neighbour once, with any number of edges', () => {
    const graph = graphOf(
      log('a'),
      log('b', {
        depends_on: ['a'],
        condition: 'steps.a.output.message != ""',
        params: { message: '{{steps.a.output.message}}' },
      }),
    );
    expect(graph.edges).toHaveLength(2);
    expect(graph.steps.get('b')?.upstream).toEqual(['a']);
    expect(graph.steps.get('a')?.downstream).toEqual(['b']);
  });

  test('orders steps by their dependencies, and then by the document', () => {
    const graph = graphOf(log('c', { depends_on: ['a'] }), log('b'), log('a'));
    expect(graph.order).toEqual(['b', 'a', 'c']);
  });

  test('lists ancestors, nearest first', () => {
    const graph = graphOf(
      log('a'),
      log('b', { depends_on: ['a'] }),
      log('c', { depends_on: ['b'] }),
      log('d'),
    );
    expect([...ancestors(graph, 'c')]).toEqual(['b', 'a']);
    expect([...ancestors(graph, 'd')]).toEqual([]);
  });
});

describe('a cycle is found', () => {
  const cyclesOf = (...steps: StepDocument[]) => graphOf(...steps).cycles.map((group) => [...group].sort());

  test('of one step that waits for itself', () => {
    expect(cyclesOf(log('a', { depends_on: ['a'] }))).toEqual([['a']]);
    expect(cyclesOf(log('a', { params: { message: '{{steps.a.output.x}}' } }))).toEqual([['a']]);
  });

  test('of two and three', () => {
    expect(cyclesOf(log('a', { depends_on: ['b'] }), log('b', { depends_on: ['a'] }))).toEqual([['a', 'b']]);
    expect(
      cyclesOf(
        log('a', { depends_on: ['c'] }),
        log('b', { depends_on: ['a'] }),
        log('c', { depends_on: ['b'] }),
      ),
    ).toEqual([['a', 'b', 'c']]);
  });

  test('through the target of a branch', () => {
    expect(
      cyclesOf(
        log('first'),
        {
          id: 'choose',
          action: 'conditional',
          params: { condition: 'steps.again.output.message == ""', on_true: 'again' },
        },
        log('again'),
      ),
    ).toEqual([['again', 'choose']]);
  });

  test('twice when there are two, and steps behind a cycle are in none', () => {
    expect(
      cyclesOf(
        log('a', { depends_on: ['b'] }),
        log('b', { depends_on: ['a'] }),
        log('c', { depends_on: ['d', 'a'] }),
        log('d', { depends_on: ['c'] }),
        log('after', { depends_on: ['a'] }),
      ).sort(),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });
});
