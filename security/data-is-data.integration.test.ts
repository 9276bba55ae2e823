import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '@/engine';
import { resolveValue } from '@/engine/expression';
import { fakeHttp } from '@/engine/testing/fakes';
import { runPipeline } from '@/engine/testing/run-pipeline';

const SEED = 20_261_121;

/** Text that looks like a template, an expression or a secret, mixed with any other. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '{{',
        '}}',
        '{{secrets.token}}',
        '{{params.text}}',
        '{{ now }}',
        '{{{{params.text}}}}',
        `$${'{process.env}'}`,
        '{% raw %}',
        '"}}{{"',
        '\\u007b\\u007b',
        '$1',
        "'; drop table x; --",
        '\u202e',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

test(`a resolved value is unchanged, whatever it looks like (10,000 cases, seed ${SEED})`, () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const scope = { names: { params: { text }, secrets: { token: 'LEAKED' } }, step: () => undefined };
      const written: Json = {
        whole: '{{params.text}}',
        mixed: 'a{{params.text}}b',
        list: ['{{params.text}}'],
      };
      expect(resolveValue(written, scope)).toEqual({ whole: text, mixed: `a${text}b`, list: [text] });
    }),
    { numRuns: 10_000, seed: SEED },
  );
});

test(`a run does not resolve a value a second time, through any steps (300 runs, seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { state } = await runPipeline({
        document: {
          steps: [
            { id: 'get', action: 'http_request', params: { url: 'http://a.test/' } },
            { id: 'say', action: 'log', params: { message: '{{steps.get.output.response_body}}' } },
            {
              id: 'fill',
              action: 'transform',
              params: {
                operation: 'template',
                input: '{{steps.get.output.response_body}}',
                template: '<{{input}}>',
              },
            },
            {
              id: 'each',
              action: 'loop',
              params: {
                items: ['{{steps.say.output.message}}'],
                action: 'log',
                action_params: { message: '{{item}}' },
              },
            },
            {
              id: 'give',
              action: 'set_output',
              params: { key: 'k', value: '{{steps.each.output.results}}' },
            },
          ],
        },
        http: fakeHttp(() => ({ body: { text } as Json, headers: { 'content-type': 'application/json' } })),
      });
      const shown = JSON.stringify({ text });
      expect(state.status).toBe('completed');
      expect(state.steps.get('say')?.output).toEqual({ value: { message: shown, level: 'info' } });
      expect(state.outputs.k).toEqual({ value: [{ message: shown, level: 'info' }] });
    }),
    { numRuns: 300, seed: SEED },
  );
});
