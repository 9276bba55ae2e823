import { describe, expect, it } from 'vitest';
import { readGoldens } from './golden-files';
import { goldenLineages } from './lineage-text';

/** Golden pipelines whose steps pass values on. `npx vitest run -u` updates their files: review the diff. */
const NAMES = [
  'aggregate-strategies',
  'branch-named',
  'condition-false',
  'handler-error-mentioned',
  'loop-continue',
  'loop-nested',
  'loop-sequential',
  'order-condition-reference',
  'order-loop-reference',
  'outputs-alias',
  'pipeline-outputs',
  'secret-masked',
  'template-default',
  'template-now-and-ids',
  'transform-variant-a',
  'transform-variant-b',
  'wait-until-check',
];

describe('the lineage of a golden pipeline', () => {
  const goldens = new Map(readGoldens().map(({ file, golden }) => [file.replace('.json', ''), golden]));
  it.each(NAMES)('%s is as recorded', async (name) => {
    const golden = goldens.get(name);
    if (!golden) throw new Error(`There is no golden pipeline ${name}.`);
    await expect(await goldenLineages(golden)).toMatchFileSnapshot(`./lineages/${name}.txt`);
  });
});
