import { expect, test } from 'vitest';
import { asChange, asNew, problemsOf, problemsOfRefusal, splitHosts } from './secret-form';

const draft = { name: 'token', value: '12345678', description: '', hosts: '' };

test('hosts are read with any separator', () => {
  expect(splitHosts(' a.org, *.b.org\nc.org;d.org ')).toEqual(['a.org', '*.b.org', 'c.org', 'd.org']);
});

test('problems are shown at their fields', () => {
  expect(problemsOf(draft, true)).toEqual({});
  const problems = problemsOf(
    { ...draft, name: 'a-b', value: 'short', hosts: 'https://a.org b.org:80' },
    true,
  );
  expect(problems.name).toContain('letters');
  expect(problems.value).toContain('at least 8');
  expect(problems.hosts).toContain('“https://a.org” is not a host');
});

test('a change without a value keeps the value and all other fields', () => {
  expect(problemsOf({ ...draft, value: '' }, false)).toEqual({});
  expect(problemsOf({ ...draft, value: '' }, true).value).toContain('at least 8');
  expect('value' in asChange({ ...draft, value: '' })).toBe(false);
  expect(asNew({ ...draft, value: ' 12345678\n' }).value).toBe(' 12345678\n');
});

test('a taken name is reported at the name, other refusals above the buttons', () => {
  const refusal = { code: 'conflict', message: 'Taken.' } as const;
  expect(problemsOfRefusal(refusal, true)).toEqual({ name: 'Taken.' });
  expect(problemsOfRefusal(refusal, false)).toEqual({ all: 'Taken.' });
  expect(problemsOfRefusal({ code: 'unavailable', message: 'Away.' }, true)).toEqual({ all: 'Away.' });
});
