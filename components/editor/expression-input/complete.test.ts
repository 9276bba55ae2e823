import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it, vi } from 'vitest';
import { buildGraph, normalize, type ObservedOutputs, observeShape, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { ExampleValues } from '../model/samples';
import { complete } from './complete';
import type { ExpressionMode } from './tokens';
import { expressionScope } from './use-expression-scope';

const { descriptors } = catalogue;
const document: PipelineDocument = {
  name: 'p',
  params: { region: { type: 'string' } },
  steps: [
    { id: 'get', action: 'http_request', params: { url: 'x' } },
    { id: 'read-it', action: 'log', params: { message: '{{steps.get.output.status_code}}' } },
    { id: 'after', action: 'log', params: { message: 'x' }, depends_on: ['read-it'] },
    { id: 'beside', action: 'http_request', params: { url: 'x' } },
  ],
};
const graph = buildGraph(normalize(document, descriptors), descriptors);

interface OfferOptions {
  mode?: ExpressionMode;
  explicit?: boolean;
  /** Names of known secrets. */
  secrets?: readonly string[];
  /** Suggested values. */
  whole?: readonly string[];
  /** Outputs of runs. */
  observed?: ObservedOutputs;
  /** Values of runs. */
  examples?: ExampleValues;
}

/** The text with the cursor at `|`. */
function offers(marked: string, options: OfferOptions = {}) {
  const { mode = 'template', explicit = false, secrets, whole, observed = {}, examples } = options;
  const position = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', '') });
  const known = expressionScope({
    graph,
    stepId: 'read-it',
    names: ['item'],
    observed,
    ...(examples && { examples }),
  });
  const properties = Object.fromEntries((secrets ?? []).map((name) => [name, { type: 'string' }]));
  const names = { ...known.names, secrets: { type: 'object', properties } };
  const context = new CompletionContext(state, position, explicit);
  const result = complete({ context, mode, scope: { ...known, names }, graph, offers: whole });
  return {
    from: result?.from,
    labels: (result?.options ?? []).map((option) => option.label),
    options: result?.options ?? [],
  };
}

describe('complete', () => {
  it('opens after new braces with complete references', () => {
    const { options } = offers('{{|}}');
    expect(options.find((option) => option.label === 'get.status_code')).toMatchObject({
      apply: 'steps.get.output.status_code',
      detail: 'integer',
    });
    expect(options.some((option) => option.label === 'params.region')).toBe(true);
    expect(options.some((option) => option.label === 'item')).toBe(true);
  });

  it('shows beside a value what it was in the newest run', () => {
    const value = { status_code: 503, response_body: { items: [{ name: 'Ada' }] } };
    const examples = { steps: { get: { run: 4, value, shortened: false } }, params: { region: 'eu' } };
    const observed = { get: { run: 4, shape: observeShape(value) } };
    const root = offers('{{|}}', { examples, observed }).options;
    expect(root.find(({ label }) => label === 'get.status_code')).toMatchObject({ example: '503' });
    expect(root.find(({ label }) => label === 'params.region')).toMatchObject({ example: '"eu"' });
    expect(root.find(({ label }) => label === 'get.response_body.items[0].name')).toMatchObject({
      apply: 'steps.get.output.response_body.items[0].name',
      detail: 'string',
      example: '"Ada"',
    });
    const fields = offers('{{steps.get.output.response_body.items[0].|}}', { examples, observed }).options;
    expect(fields).toMatchObject([{ label: 'name', example: '"Ada"' }]);
    expect(offers('{{params.|}}', { examples }).options).toMatchObject([
      { label: 'region', example: '"eu"' },
    ]);
  });

  it('offers the fields of the item of the shown iteration', () => {
    const others = { item: { name: 'Ada', 'zip code': 12 }, index: 3 };
    const examples = { steps: {}, params: {}, others };
    expect(offers('{{item.|}}', { examples }).options).toMatchObject([
      { label: 'name', example: '"Ada"' },
      { label: 'zip code', example: '12' },
    ]);
  });

  it('never shows an example of a secret', () => {
    const examples = { steps: {}, params: { secrets: 'x', key: 'x' } };
    const { options } = offers('{{|}}', { secrets: ['key'], examples });
    expect(options.find(({ label }) => label === 'secrets.key')).not.toHaveProperty('example');
  });

  it('replaces the dot by brackets for a key that is not a name', () => {
    const value = { headers: { 'content-type': 'text/html' } };
    const examples = { steps: { get: { run: 4, value, shortened: false } }, params: {} };
    const observed = { get: { run: 4, shape: observeShape(value) } };
    const { options, from } = offers('{{steps.get.output.headers.|}}', { examples, observed });
    const option = options.find(({ label }) => label === 'content-type');
    expect(option).toMatchObject({ example: '"text/html"' });
    const view = { dispatch: vi.fn() };
    const apply = option?.apply;
    if (typeof apply !== 'function' || option === undefined || from === undefined)
      throw new Error('It has no function.');
    Reflect.apply(apply, undefined, [view, option, from, from]);
    expect(view.dispatch).toHaveBeenCalledWith(
      expect.objectContaining({ changes: { from: from - 1, to: from, insert: '["content-type"]' } }),
    );
  });

  it('suggests observed fields as complete references, after declared ones', () => {
    const shape = observeShape({ status_code: 200, response_body: { total: 2, 'next-page': 'x' } });
    const found = offers('{{|}}', { observed: { get: { run: 12, shape } } }).options;
    expect(found.filter(({ label }) => label.startsWith('get.response_body.'))).toMatchObject([
      {
        label: 'get.response_body.total',
        apply: 'steps.get.output.response_body.total',
        detail: 'integer, seen in run #12',
      },
      { apply: 'steps.get.output.response_body["next-page"]' },
    ]);
    expect(found.findIndex(({ label }) => label === 'get.headers')).toBeLessThan(
      found.findIndex(({ label }) => label === 'get.response_body.total'),
    );
  });

  it('suggests no output of a step that waits for this one', () => {
    expect(offers('{{|}}').labels).not.toContain('after.message');
    expect(offers('{{|}}').labels).toContain('beside.status_code');
  });

  it('continues after a dot', () => {
    expect(offers('{{steps.|}}').labels).toEqual(['get', 'beside']);
    expect(offers('{{steps.get.output.|}}').labels).toContain('response_body');
    expect(offers('{{params.|}}').labels).toEqual(['region']);
  });

  it('stays closed in plain text, after a value, and after spaces', () => {
    expect(offers('hello |').options).toEqual([]);
    expect(offers('steps.get.output.status_code == "200"|', { mode: 'expression' }).options).toEqual([]);
    expect(offers('steps.get.output.status_code == |', { mode: 'expression' }).options).toEqual([]);
  });

  it('opens anywhere in an expression on request', () => {
    expect(offers('|', { mode: 'expression', explicit: true }).labels).toContain('get.status_code');
  });

  it('suggests secrets by name', () => {
    const secrets = ['api_token', 'smtp_url'];
    expect(offers('{{|}}', { secrets }).labels).toContain('secrets.api_token');
    expect(offers('{{secrets.|}}', { secrets }).labels).toEqual(['api_token', 'smtp_url']);
  });

  it('suggests matching values in plain text', () => {
    const whole = ['application/json', 'text/plain'];
    expect(offers('json|', { whole }).labels).toEqual(['application/json']);
    expect(offers('|', { whole }).labels).toEqual([]);
    expect(offers('|', { whole, explicit: true }).labels).toEqual(whole);
    expect(offers('{{|}}', { whole }).labels).not.toContain('text/plain');
  });

  it('completes the short form of a chip to the full reference', () => {
    const inside = offers('{{get.|}}');
    expect(inside.from).toBe(2);
    expect(inside.options.find(({ label }) => label === 'get.status_code')?.apply).toBe(
      'steps.get.output.status_code',
    );
    const condition = offers('1 < get.sta|', { mode: 'expression' });
    expect(condition.from).toBe(4);
    expect(condition.labels).toContain('get.status_code');
  });

  it('completes a reference that is typed without braces, and adds them', () => {
    const short = offers('get.|');
    expect(short.options.find(({ label }) => label === 'get.status_code')?.apply).toBe(
      '{{steps.get.output.status_code}}',
    );
    const full = offers('steps.|');
    expect(full.options.find(({ label }) => label === 'steps.get.output.status_code')?.apply).toBe(
      '{{steps.get.output.status_code}}',
    );
    expect(offers('params.|').options.map(({ apply }) => apply)).toContain('{{params.region}}');
  });

  it('stays closed after the name of a step within a sentence', () => {
    expect(offers('please get.|').options).toEqual([]);
    expect(offers('see params.|').options).toEqual([]);
  });
});
