import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeSecrets } from '../../testing/fakes';
import { probes } from '../../testing/probes';
import { randomPipeline, randomSteps } from '../../testing/random-pipelines';
import { runPipeline } from '../../testing/run-pipeline';
import type { RunState } from '../state/state';
import { type Lineage, type LineageEntry, lineageOf } from './lineage';
import { sourceText } from './source-text';
import { overlap, parsePlace, placeText } from './value-place';

const { descriptors } = probes().catalogue;

const document: PipelineDocument = {
  params: { region: { type: 'string', default: 'north' }, names: { type: 'array', default: ['a', 'b'] } },
  steps: [
    { id: 'fetch', action: 'read', params: { input: { url: '{{params.region}}', models: [{ size: 3 }] } } },
    {
      id: 'sizes',
      action: 'transform',
      params: { operation: 'map', field: 'size', input: '{{steps.fetch.output.models}}' },
    },
    { id: 'first', action: 'transform', params: { operation: 'json_stringify' }, depends_on: ['sizes'] },
    { id: 'all', action: 'aggregate', params: { sources: ['fetch', 'sizes'] } },
    {
      id: 'each',
      action: 'loop',
      params: {
        items: 'params.names',
        action: 'log',
        action_params: { message: '{{item}} of {{params.region}}' },
      },
    },
    {
      id: 'tell',
      action: 'log',
      params: { message: '{{steps.each.output.results[1].message}}' },
      condition: 'steps.sizes.output.count > 0',
    },
    { id: 'save', action: 'set_output', params: { key: 'sizes', value: '{{steps.sizes.output.result}}' } },
  ],
  outputs: { said: { text: '{{steps.tell.output.message}}' } },
};

const graph = buildGraph(normalize(document, descriptors), descriptors);

function lineage(text: string, state?: RunState, isDirect = false): Lineage {
  const place = parsePlace(text);
  if (!place) throw new Error(`${text} is no value`);
  return lineageOf(place, { graph, descriptors, state, isDirect });
}

const line = (entry: LineageEntry) => `${entry.id}: ${sourceText(entry, 'Read')}`;
const originsOf = (text: string) => lineage(text).origins.map(line);
const readersOf = (text: string, isDirect = false) =>
  lineage(text, undefined, isDirect).readers.map(({ id }) => id);

describe('where a value comes from', () => {
  it('follows a parameter to the field of a step, and through a transform to the action that returned it', () => {
    expect(originsOf('steps.save.params.value')).toEqual([
      'steps.save.params.value: read from',
      'steps.sizes.output.result: computed from',
      'steps.sizes.params.input: read from',
      'steps.sizes.params.field: written in the pipeline',
      'steps.fetch.output.models: returned by Read',
    ]);
  });

  it('keeps the part of a value that is passed on unchanged', () => {
    expect(originsOf('steps.sizes.params.input[0].size').slice(1)).toEqual([
      'steps.fetch.output.models[0].size: returned by Read',
    ]);
  });

  it('goes through the output of the only upstream step, where the input was left out', () => {
    expect(originsOf('steps.first.output.result').slice(0, 3)).toEqual([
      'steps.first.output.result: computed from',
      'steps.first.params.input: read from',
      'steps.sizes.output: computed from',
    ]);
  });

  it('names the steps that an aggregate combines', () => {
    expect(originsOf('steps.all.output.result')).toContain('steps.fetch.output: returned by Read');
  });

  it('follows an output of the run through set_output and through the outputs of the document', () => {
    expect(originsOf('outputs.sizes').slice(0, 3)).toEqual([
      'outputs.sizes: read from',
      'steps.save.output.value: read from',
      'steps.save.params.value: read from',
    ]);
    expect(originsOf('outputs.said.text')[1]).toBe('steps.tell.output.message: read from');
  });

  it('finds the iteration of a loop whose output is read, and its item', () => {
    expect(originsOf('steps.tell.params.message')).toEqual([
      'steps.tell.params.message: read from',
      'steps.each.output.results[1].message: computed from',
      'steps.each.params.items: read from',
      'steps.each[1].params.message: computed from',
      'params.names: run parameter',
      'steps.each.params.items[1]: read from',
      'params.region: run parameter',
      'params.names[1]: run parameter',
    ]);
  });

  it('tells a literal from a default and from what is not set', () => {
    expect(originsOf('steps.all.params.strategy')).toEqual([
      'steps.all.params.strategy: default of the action',
    ]);
    expect(originsOf('steps.fetch.params.input.models')).toEqual([
      'steps.fetch.params.input.models: written in the pipeline',
    ]);
    expect(originsOf('steps.sizes.params.template')).toEqual(['steps.sizes.params.template: not set']);
  });
});

describe('who reads a value', () => {
  it('lists parameters, conditions and outputs that read all or a part of it', () => {
    expect(readersOf('steps.sizes.output', true)).toEqual([
      'steps.first.params.input',
      'steps.all.params.sources[1]',
      'steps.tell.condition',
      'steps.save.params.value',
    ]);
  });

  it('follows what these pass on', () => {
    expect(readersOf('params.names')).toEqual([
      'steps.each.params.items',
      'steps.each[*].params.message',
      'steps.each.output.results',
      'steps.each.output.count',
      'steps.each.output.results[*].message',
      'steps.tell.params.message',
      'steps.tell.output.message',
      'outputs.said.text',
    ]);
  });
});

describe('a lineage of a run', () => {
  it('shows the values of the run, with those of an iteration', async () => {
    const { catalogue } = probes();
    const { state } = await runPipeline({ document, catalogue });
    const { origins } = lineage('steps.tell.params.message', state);
    expect(origins.map(({ id, value }) => [id, value?.kind === 'value' ? value.text : value?.kind])).toEqual([
      ['steps.tell.params.message', '"b of north"'],
      ['steps.each.output.results[1].message', '"b of north"'],
      ['steps.each.params.items', '["a","b"]'],
      ['steps.each[1].params.message', '"b of north"'],
      ['params.names', '["a","b"]'],
      ['steps.each.params.items[1]', '"b"'],
      ['params.region', '"north"'],
      ['params.names[1]', '"b"'],
    ]);
  });

  it('shows no secret, and no value that is too large to be at hand', async () => {
    const large: PipelineDocument = {
      steps: [
        { id: 'a', action: 'read' },
        { id: 'b', action: 'put', params: { input: '{{secrets.key}} {{steps.a.output.text}}' } },
      ],
    };
    const { catalogue } = probes(() => ({ text: 'x'.repeat(100_000) }));
    const { state } = await runPipeline({
      document: large,
      catalogue,
      secrets: fakeSecrets({ key: 'hunter2hunter2' }),
    });
    const own = buildGraph(normalize(large, catalogue.descriptors), catalogue.descriptors);
    const place = { of: 'input', step: 'b', path: ['input'] } as const;
    const { origins } = lineageOf(place, { graph: own, descriptors: catalogue.descriptors, state });
    expect(JSON.stringify(origins)).not.toContain('hunter2');
    const secret = origins.find(({ source }) => source === 'secret');
    expect([secret?.id, secret?.value]).toEqual(['secrets.key', undefined]);
  });
});

describe('a value as text', () => {
  it('is read as it is written', () => {
    for (const text of [
      'steps.a-b.output.body["odd key"][0]',
      'steps.each[6][2].params.body.text',
      'steps.each[*].params.message',
      'steps.each.output.results[*].message',
      'steps.a.params',
      'steps.a.condition',
      'steps.a.status',
      'steps.a.error.message',
      'params.region',
      'outputs.url',
      'secrets.key',
      'now',
    ]) {
      const place = parsePlace(text);
      expect(place && placeText(place)).toBe(text);
    }
    for (const text of [
      '',
      'steps',
      'steps.a',
      'steps.a[1].output',
      'item.name',
      'steps.a.outputx',
      '__proto__.a',
    ])
      expect(parsePlace(text)).toBeUndefined();
  });
});

describe('random pipelines', () => {
  const shapes = fc.record({ steps: randomSteps(10), more: fc.integer({ min: 0, max: 9 }) });

  it('list every reader of a value as one that has it as an origin, and the reverse', () => {
    fc.assert(
      fc.property(shapes, ({ steps, more }) => {
        const random = withFlows(randomPipeline(steps), more);
        const own = buildGraph(normalize(random, descriptors), descriptors);
        const of = (text: string) =>
          lineageOf(parsePlace(text) ?? fail(text), { graph: own, descriptors, isDirect: true });
        for (const place of placesOf(random)) {
          for (const reader of of(place).readers)
            expect(of(reader.id).origins[0]?.links.some(({ to }) => touches(to, place))).toBe(true);
          for (const { to } of of(place).origins[0]?.links ?? [])
            expect(of(to).readers.some(({ id }) => touches(id, place))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function fail(text: string): never {
  throw new Error(`${text} is no value`);
}

/** Whether one value contains the other. */
function touches(left: string, right: string): boolean {
  const [a, b] = [parsePlace(left) ?? fail(left), parsePlace(right) ?? fail(right)];
  return (
    a.of === b.of && a.step === b.step && (overlap(a.path, b.path) ?? overlap(b.path, a.path)) !== undefined
  );
}

/** Adds steps that pass values on, and outputs, to a random pipeline. */
function withFlows(random: PipelineDocument, more: number): PipelineDocument {
  const ids = random.steps.map(({ id }) => id);
  const at = (index: number) => ids[index % ids.length] ?? '';
  return {
    ...random,
    params: { list: { type: 'array', default: [] } },
    steps: [
      ...random.steps,
      {
        id: 'reshaped',
        action: 'transform',
        params: {
          operation: 'map',
          input: `{{steps.${at(more)}.output.items}}`,
          template: '{{item.name}} {{params.list[0]}}',
        },
      },
      { id: 'joined', action: 'aggregate', params: { sources: [at(more + 1), 'reshaped'] } },
      {
        id: 'each',
        action: 'loop',
        params: {
          items: 'steps.joined.output.result',
          action: 'set_output',
          action_params: { key: '{{item}}', value: { of: `{{steps.${at(more + 2)}.output}}` } },
        },
      },
      {
        id: 'last',
        action: 'set_output',
        params: { key: 'end', value: '{{steps.each.output.results[0].value.of}}' },
      },
    ],
    outputs: { all: ['{{steps.each.output}}', '{{steps.reshaped.status}}'] },
  };
}

function placesOf({ steps }: PipelineDocument): string[] {
  const own = steps.flatMap(({ id, params }) => [
    `steps.${id}.output`,
    `steps.${id}.output.result`,
    `steps.${id}.output.results[0].value`,
    `steps.${id}.condition`,
    ...Object.keys(params ?? {}).map((name) => `steps.${id}.params.${name}`),
  ]);
  return [...own, 'steps.each[1].params.value', 'params.list', 'outputs.end', 'outputs.all[0]'];
}
