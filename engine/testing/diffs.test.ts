import { describe, expect, it } from 'vitest';
import { diffText } from './diff-text';
import type { Golden } from './golden';
import { readGoldens } from './golden-files';

/** A golden pipeline, and what is different in the run that it is compared with. */
interface Change {
  readonly golden: string;
  readonly now: Partial<Golden>;
}

const OK = { status: 200, body: { status: 'healthy', n: 3 } };

/** By the name of the file. `npx vitest run -u` updates the files: review the diff. */
const CHANGES: Readonly<Record<string, Change>> = {
  'another-answer': {
    golden: 'template-default',
    now: { http: { 'GET http://svc/ok': [{ status: 200, body: { status: 'healthy', n: 3, zz: 'here' } }] } },
  },
  'another-branch': {
    golden: 'branch-true',
    now: { http: { 'GET http://svc/ok': [{ status: 500, body: {} }] } },
  },
  'another-output-of-the-run': {
    golden: 'pipeline-outputs',
    now: { http: { 'GET http://svc/ok': [{ status: 200, body: { n: 4 } }] } },
  },
  'another-param': { golden: 'branch-named', now: { params: { n: 70 } } },
  'fewer-attempts': {
    golden: 'http-expect-status',
    now: { http: { 'GET http://svc/e': [{ status: 204, body: '' }] } },
  },
  'no-failure': {
    golden: 'handler-on-failure',
    now: { http: { 'GET http://svc/down': [OK] } },
  },
  'no-failed-iteration': {
    golden: 'loop-continue',
    now: {
      http: {
        'GET http://svc/a': [{ body: 'A' }],
        'GET http://svc/b': [{ body: 'B' }],
        'GET http://svc/c': [{ body: 'C' }],
      },
    },
  },
  'of-a-secret': {
    golden: 'secret-masked',
    now: {
      secrets: { token: 'another-value' },
      http: { 'POST http://svc/echo': [{ body: { you_sent: '' } }] },
    },
  },
  'without-a-difference': { golden: 'independent-branch-goes-on', now: {} },
};

describe('the difference between two runs of a golden pipeline', () => {
  const goldens = new Map(readGoldens().map(({ file, golden }) => [file.replace('.json', ''), golden]));
  it.each(Object.entries(CHANGES))('%s is as recorded', async (name, { golden: of, now }) => {
    const golden = goldens.get(of);
    if (!golden) throw new Error(`There is no golden pipeline ${of}.`);
    await expect(await diffText(golden, { ...golden, ...now })).toMatchFileSnapshot(`./diffs/${name}.txt`);
  });
});
