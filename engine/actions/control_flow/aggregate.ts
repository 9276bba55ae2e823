import { z } from 'zod';
import { defineControl } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, sourceSteps } from '../../fields';
import { isJsonObject, type Json } from '../../json';

const STRATEGIES = ['merge', 'concat', 'first'] as const;

interface Source {
  readonly step: string;
  readonly output: Json;
}

/** Combines the outputs of several steps. docs/rules.md, section 7.3. */
export const aggregate = defineControl({
  type: 'aggregate',
  title: 'Aggregate',
  description: 'Combine the outputs of several steps into one.',
  icon: 'aggregate',
  sentence: '{strategy} of {sources}',
  category: 'control',

  docs: {
    variants: { a: 'aggregate' },
    examples: [
      { title: 'Merge objects', step: { id: 'all', params: { sources: ['north', 'south'] } } },
      {
        title: 'First completed step',
        step: { id: 'any', params: { sources: ['primary', 'fallback'], strategy: 'first' } },
      },
    ],
    failures: { invalid_params: 'with merge, an output is not an object.' },
  },

  params: z.object({
    sources: sourceSteps().describe('Steps whose outputs are combined, in order.'),
    strategy: z
      .enum(STRATEGIES)
      .default('merge')
      .meta({ labels: { merge: 'Merge', concat: 'Concatenate', first: 'First' } })
      .describe(
        'merge combines objects, later values win. concat joins lists. first takes the first completed step.',
      ),
  }),

  output: z.object({
    result: anyJson()
      .meta({ computedFrom: ['sources', 'strategy'] })
      .describe('Combined outputs.'),
    count: z
      .int()
      .meta({ computedFrom: ['sources', 'strategy'] })
      .describe('Number of completed steps that were combined.'),
  }),

  decide({ sources, strategy }, ctx) {
    const completed = sources.flatMap((step): Source[] => {
      const outcome = ctx.outcome(step);
      return outcome?.status === 'completed' ? [{ step, output: outcome.output ?? null }] : [];
    });
    const used = strategy === 'first' ? completed.slice(0, 1) : completed;
    for (const { output } of used) {
      if (strategy === 'merge') ctx.read(output);
      else ctx.build(output);
    }
    return { do: 'complete', output: { result: combine[strategy](used), count: used.length } };
  },
});

const combine: Record<(typeof STRATEGIES)[number], (sources: readonly Source[]) => Json> = {
  merge: (sources) => {
    const merged = new Map<string, Json>();
    // One after the other: all entries together may exceed the limit.
    for (const source of sources) {
      for (const [key, value] of Object.entries(objectOf(source))) merged.set(key, value);
    }
    return Object.fromEntries(merged);
  },
  concat: (sources) => sources.flatMap(({ output }) => output),
  first: ([source]) => source?.output ?? null,
};

function objectOf({ step, output }: Source) {
  if (isJsonObject(output)) return output;
  throw new ActionError(
    'invalid_params',
    `Cannot merge the output of ${step}: the output is not an object. Use the strategy concat.`,
    { path: 'params.strategy' },
  );
}
