import { jsonLanguage } from '@codemirror/lang-json';
import { describe, expect, it } from 'vitest';
import { type Diagnostic, formatPipeline, type PipelineDocument } from '@/engine';
import { placeOf, rawOffset, stepAt, stepPlaces } from './json-places';

const pipeline: PipelineDocument = {
  name: 'p',
  steps: [
    { id: 'a', action: 'log', params: { message: 'say "{{params.x}}"' } },
    {
      id: 'b',
      action: 'http_request',
      params: { url: 'u', headers: { 'x.y': '1' } },
      depends_on: ['a', 'q'],
    },
  ],
  settings: { timeout_seconds: -1 },
};
const text = formatPipeline(pipeline);
const tree = jsonLanguage.parser.parse(text);
const slice = (from: number, to: number) => text.slice(from, to);

function shown(problem: Partial<Diagnostic>): string | undefined {
  const place = placeOf(
    { code: 'invalid_parameter', severity: 'error', path: '', message: 'm', ...problem },
    tree,
    slice,
  );
  return place && text.slice(place.from, place.to);
}

describe('stepPlaces', () => {
  it('finds each step, and the step at the cursor', () => {
    const places = stepPlaces(tree, slice);
    expect(places.map((place) => place.id)).toEqual(['a', 'b']);
    expect(stepAt(places, text.indexOf('depends_on'))?.id).toBe('b');
    expect(stepAt(places, 1)).toBeUndefined();
  });

  it('finds complete steps while the rest is being typed', () => {
    const broken = '{ "steps": [ { "id": "a", "action": "log" }, { "id": "b", ';
    const places = stepPlaces(jsonLanguage.parser.parse(broken), (from, to) => broken.slice(from, to));
    expect(places.map((place) => place.id)).toContain('a');
  });

  it('accepts a bare list of steps', () => {
    const list = '[{"id":"z","action":"log"}]';
    expect(stepPlaces(jsonLanguage.parser.parse(list), (from, to) => list.slice(from, to))).toMatchObject([
      { id: 'z' },
    ]);
  });
});

describe('placeOf', () => {
  it('marks the exact characters of an expression after escapes', () => {
    expect(shown({ step: 'a', path: 'params.message', range: { start: 7, end: 15 } })).toBe('params.x');
  });

  it('marks a value, an item, and a name with a dot', () => {
    expect(shown({ step: 'b', path: 'params.url' })).toBe('"u"');
    expect(shown({ step: 'b', path: 'depends_on.1' })).toBe('"q"');
    expect(shown({ step: 'b', path: 'params.headers.x.y' })).toBe('"1"');
    expect(shown({ path: 'settings.timeout_seconds' })).toBe('-1');
  });

  it('marks the nearest enclosing value when the value is missing', () => {
    expect(shown({ step: 'b', path: 'params.body' })).toBe('{');
    expect(shown({ step: 'nobody', path: 'params.body' })).toBeUndefined();
  });
});

describe('rawOffset', () => {
  it('skips escapes', () => {
    expect(rawOffset('"a\\n\\u0041b"', 3)).toBe(10);
  });
});
