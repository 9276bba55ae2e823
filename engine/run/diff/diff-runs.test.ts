import { describe, expect, it } from 'vitest';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { probes } from '../../testing/probes';
import { runPipeline } from '../../testing/run-pipeline';
import { type ComparedRun, diffRuns } from './diff-runs';

const document: PipelineDocument = {
  params: { to: { type: 'string', default: 'a' } },
  steps: [
    { id: 'fetch', action: 'read', params: { input: 'x' } },
    { id: 'shape', action: 'read', params: { input: 'got {{steps.fetch.output}}' } },
    { id: 'pick', action: 'conditional', params: { condition: "steps.shape.output == 'got x'" } },
    { id: 'tell', action: 'read', params: { input: 'to {{params.to}}' } },
    { id: 'last', action: 'read', condition: 'steps.pick.output.result', params: { input: 'end' } },
  ],
};

interface Given {
  document?: PipelineDocument;
  params?: Record<string, Json>;
  /** Outputs of steps, instead of their inputs. */
  answers?: Record<string, Json>;
  /** A step that fails. */
  failing?: string;
}

async function ran({ document: text = document, params, answers = {}, failing }: Given = {}) {
  const { catalogue } = probes(({ input, ctx }) => {
    if (ctx.step.id === failing) throw new ActionError('rejected', 'No.');
    return answers[ctx.step.id] ?? input;
  });
  const { state } = await runPipeline({ document: text, catalogue, ...(params && { params }) });
  const run: ComparedRun = { state, pipeline: normalize(text, catalogue.descriptors) };
  return { run, descriptors: catalogue.descriptors };
}

async function compared(left: Given, right: Given) {
  const [a, b] = [await ran(left), await ran(right)];
  return diffRuns(a.run, b.run, a.descriptors);
}

const causes = ({ steps }: Awaited<ReturnType<typeof compared>>) =>
  steps.flatMap(({ step, cause, from }) =>
    cause === undefined ? [] : [`${step}: ${cause}${from === undefined ? '' : ` from ${from}`}`],
  );

describe('two runs', () => {
  it('without a difference have none, and no first step', async () => {
    const diff = await compared({}, {});
    expect(causes(diff)).toEqual([]);
    expect(diff.first).toBeUndefined();
    expect(diff.steps.map(({ step }) => step)).toEqual(['fetch', 'tell', 'shape', 'pick', 'last']);
  });

  it('diverge first where the outside answered differently, and the steps after it follow', async () => {
    const diff = await compared({}, { answers: { fetch: 'y' } });
    expect(diff.first).toMatchObject({
      step: 'fetch',
      cause: 'outside',
      inputs: 'same',
      output: 'different',
    });
    expect(causes(diff)).toEqual([
      'fetch: outside',
      'shape: upstream from fetch',
      'pick: upstream from fetch',
      'last: upstream from fetch',
    ]);
  });

  it('diverge first at the step that reads a changed param', async () => {
    const diff = await compared({}, { params: { to: 'b' } });
    expect(diff.params.changes).toEqual([{ kind: 'changed', path: ['to'], left: 'a', right: 'b' }]);
    expect(causes(diff)).toEqual(['tell: params']);
  });

  it('diverge first at an edited step; added and removed steps are edits too', async () => {
    const [fetch, shape, pick, tell, last] = document.steps;
    if (!fetch || !shape || !pick || !tell || !last) throw new Error('The document has five steps.');
    const edited = { ...shape, params: { input: 'saw {{steps.fetch.output}}' } };
    const more = { id: 'more', action: 'read', params: { input: 1 } };
    const diff = await compared({}, { document: { ...document, steps: [fetch, edited, pick, more, last] } });
    expect(causes(diff)).toEqual([
      'more: definition',
      'shape: definition',
      'pick: upstream from shape',
      'last: upstream from shape',
      'tell: definition',
    ]);
    expect(diff.steps.find(({ step }) => step === 'tell')).toMatchObject({ right: undefined });
  });

  it('diverge first where the outside failed, and the steps that were skipped follow', async () => {
    const after = { id: 'after', action: 'read', params: { input: 'x' }, depends_on: ['tell'] };
    const longer = { ...document, steps: [...document.steps, after] };
    const diff = await compared({ document: longer }, { document: longer, failing: 'tell' });
    expect(causes(diff)).toEqual(['tell: outside', 'after: upstream from tell']);
    expect(diff.first).toMatchObject({ inputs: 'same', error: 'different', right: { status: 'failed' } });
  });

  it('count the iterations that ended differently', async () => {
    const loop: PipelineDocument = {
      steps: [
        {
          id: 'each',
          action: 'loop',
          params: { items: [1, 2, 3], action: 'read', action_params: { input: '{{item}}' } },
        },
      ],
    };
    const plain = await ran({ document: loop });
    const { catalogue } = probes(({ input }) => (input === 2 ? 'two' : input));
    const { state } = await runPipeline({ document: loop, catalogue });
    const diff = diffRuns(plain.run, { state, pipeline: plain.run.pipeline }, plain.descriptors);
    expect(diff.first).toMatchObject({
      step: 'each',
      cause: 'outside',
      iterations: { different: 1, first: [1] },
    });
  });
});
