import { describe, expect, it } from 'vitest';
import { MASK } from '@/engine';
import { catalogue } from '@/engine/actions';
import { asFields, asJsonText, firstProblem, NO_EDITS, type PauseDraft, readPauseDraft } from './pause-draft';

const descriptor = catalogue.descriptors.find('http_request');
const inputs = {
  method: 'POST',
  url: 'https://api.example.com/releases',
  body: { stage: 'live', run: 132 },
  headers: { authorization: 'Bearer {{secrets.api_key}}', accept: 'text/plain' },
  timeout_seconds: 30,
  follow_redirects: true,
};
const read = (draft: Partial<PauseDraft>) => readPauseDraft(inputs, descriptor, { ...NO_EDITS, ...draft });
const typed = (texts: Record<string, string>) => read({ texts });

describe('the resolved inputs of a pause as fields', () => {
  it('have a control by their value, and one for each key beside a secret', () => {
    const kinds = read({}).fields.map(({ label, kind, type }) => `${label} ${kind} (${type})`);
    expect(kinds).toEqual([
      'method choice (string)',
      'url text (string)',
      'body json (object 2)',
      'headers.authorization secret (secret)',
      'headers.accept text (string)',
      'timeout_seconds number (number)',
      'follow_redirects boolean (boolean)',
    ]);
  });

  it('name a masked value a secret too', () => {
    const { fields } = readPauseDraft({ url: `https://x/${MASK}` }, descriptor, NO_EDITS);
    expect(fields[0]?.kind).toBe('secret');
  });

  it('are the edited parameters as a whole, with the secret as the reference that it was', () => {
    expect(typed({}).edited).toBeUndefined();
    const { edited, changes } = typed({
      body: '{"stage": "staging", "run": 132}',
      'headers.accept': 'text/html',
      timeout_seconds: '5',
    });
    expect(edited).toEqual({
      body: { stage: 'staging', run: 132 },
      headers: { authorization: 'Bearer {{secrets.api_key}}', accept: 'text/html' },
      timeout_seconds: 5,
    });
    expect(changes.map(({ path }) => path.join('.'))).toEqual([
      'body.stage',
      'headers.accept',
      'timeout_seconds',
    ]);
    expect(changes[0]).toMatchObject({ left: 'live', right: 'staging' });
  });

  it('are not edited by text that returns to the resolved value', () => {
    expect(typed({ method: 'POST', body: '{"run": 132, "stage": "live"}' }).changes).toEqual([]);
  });

  it('say what is not JSON and what is no number', () => {
    const result = typed({ body: '{"stage": ', timeout_seconds: 'soon' });
    expect(result.problems).toEqual({
      body: expect.stringMatching(/^Line 1, column/),
      timeout_seconds: 'Enter a number.',
    });
    expect(firstProblem(result)).toMatch(/^body: Line 1/);
    expect(firstProblem(typed({}))).toBeUndefined();
  });
});

describe('the resolved inputs of a pause as JSON', () => {
  it('have the edits of the fields, and give theirs back', () => {
    const json = asJsonText(typed({ url: 'https://staging' }));
    expect(JSON.parse(json.json ?? '')).toMatchObject({ url: 'https://staging', method: 'POST' });
    const text = JSON.stringify({ ...inputs, url: 'https://staging', retries: 2 });
    const fields = asFields(read({ json: text }));
    const again = read(fields);
    expect(again.fields.map(({ label }) => label)).toContain('retries');
    expect(again.edited).toEqual({ url: 'https://staging', retries: 2 });
    expect(asFields(read({ json: JSON.stringify(inputs) }))).toBe(NO_EDITS);
  });

  it('refuse what is no object, lacks an input, or changes a secret', () => {
    const problem = (value: unknown) => firstProblem(read({ json: JSON.stringify(value) }));
    expect(problem([])).toBe('Enter an object: { … }.');
    expect(problem({ ...inputs, url: undefined })).toContain('url is missing');
    const headers = { ...inputs.headers, authorization: 'Bearer abc' };
    expect(problem({ ...inputs, headers })).toContain('headers.authorization contains a secret');
    expect(firstProblem(read({ json: '{' }))).toMatch(/^Line 1/);
    expect(problem(inputs)).toBeUndefined();
  });
});
