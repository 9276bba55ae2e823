import { expect, test } from 'vitest';
import { coerceRunParams, importPipeline, MAX_DOCUMENT_BYTES, refuseSize } from '@/engine';
import { runPipeline } from '@/engine/testing/run-pipeline';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const document = (value: string) =>
  `{"steps": [{"id": "a", "action": "log", "params": {"message": ${value}}}]}`;

test.each([210, 100_000, 1_000_000])('a document nested %i deep is refused with a sentence', (depth) => {
  const imported = importPipeline(document(nested(depth)));
  expect(imported.ok).toBe(false);
  expect(imported.ok ? '' : imported.problem.message).toMatch(/deep/);
});

test('a document above the size limit is refused before it is parsed', () => {
  expect(refuseSize(document(`"${'x'.repeat(MAX_DOCUMENT_BYTES)}"`))).toMatch(/MB/);
});

test('a document with a million names is refused before it is parsed', () => {
  const names = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',');
  const imported = importPipeline(document(`{${names}}`));
  expect(imported.ok ? '' : imported.problem.message).toMatch(/different names/);
});

test('a document with a number out of range is refused', () => {
  const imported = importPipeline(document('1e999'));
  expect(imported.ok ? '' : imported.problem.message).toMatch(/too large/);
});

test.each([100_000, 1_000_000])('a run parameter nested %i deep is refused, or used unchanged', (depth) => {
  const coerce = () => coerceRunParams({ p: { type: 'array' } }, { p: nested(depth) });
  expect(coerce).not.toThrow();
});

test.each([65, 100_000])(
  'json_parse of text nested %i deep fails the step, not the process',
  async (depth) => {
    const { state } = await runPipeline({
      document: {
        params: { text: { type: 'string', default: nested(depth) } },
        steps: [
          { id: 't', action: 'transform', params: { operation: 'json_parse', input: '{{params.text}}' } },
        ],
      },
    });
    expect(['completed', 'failed']).toContain(state.status);
    expect(state.error?.kind).not.toBe('internal');
  },
);
