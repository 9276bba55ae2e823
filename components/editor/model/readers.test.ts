import { describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { readersOf } from './readers';

const { descriptors } = catalogue;

describe('the readers of a step', () => {
  it('are every field that names it, and no step that only runs after it', () => {
    const readers = readersOf(
      {
        steps: [
          { id: 'a', action: 'log', params: { message: 'Hello' } },
          { id: 'b', action: 'log', params: { message: 'Bye' }, depends_on: ['a'] },
          {
            id: 'c',
            action: 'http_request',
            params: {
              url: 'http://x/{{steps.a.output.message}}',
              headers: { accept: '{{ steps["a"].output }}' },
            },
            condition: 'steps.a.status == "completed"',
          },
          { id: 'all', action: 'aggregate', params: { sources: ['a', 'b'] } },
        ],
        outputs: { said: '{{steps.a.output.message}}', other: '{{params.x}}' },
      },
      ['a'],
      descriptors,
    );
    expect(readers.map(({ step, path }) => [step, path])).toEqual([
      ['c', 'params.url'],
      ['c', 'params.headers.accept'],
      ['c', 'condition'],
      ['all', 'params.sources'],
      [undefined, 'outputs.said'],
    ]);
  });

  it('do not include steps that are deleted with it', () => {
    const steps = [
      { id: 'a', action: 'log', params: { message: 'Hello' } },
      { id: 'b', action: 'log', params: { message: '{{steps.a.output.message}}' } },
    ];
    expect(readersOf({ steps }, ['a', 'b'], descriptors)).toEqual([]);
    expect(readersOf({ steps }, ['a'], descriptors)).toHaveLength(1);
  });
});
