import { describe, expect, it } from 'vitest';
import type { ActionDescriptor, JsonObject } from '@/engine';
import { catalogue } from '@/engine/actions';
import { firstField, planForm, typeName, widgetOf } from './fields';
import { widgets } from './widgets';

const descriptor: ActionDescriptor = {
  type: 'http_request',
  aliases: ['api_call'],
  spellings: { timeout: 'timeout_seconds' },
  title: 'HTTP request',
  description: '',
  icon: 'http_request',
  sentence: '',
  category: 'integration',
  kind: 'effect',
  effect: 'write',
  idempotent: false,
  terminal: false,
  params: {
    type: 'object',
    required: ['url'],
    properties: {
      method: { enum: ['GET', 'POST'], type: 'string', default: 'GET' },
      url: { type: 'string', widget: 'url' },
      timeout_seconds: { type: 'number', widget: 'seconds' },
      body: { widget: 'json' },
    },
  },
  output: {},
};

describe('planForm', () => {
  it('lists required parameters first, then given ones; the others can be added', () => {
    const plan = planForm(descriptor, { method: 'POST' });
    expect(plan.required.map((field) => field.name)).toEqual(['url']);
    expect(plan.given.map((field) => field.name)).toEqual(['method']);
    expect(plan.addable.map((field) => field.name)).toEqual(['timeout_seconds', 'body']);
  });

  it('shows a parameter once, under the key its author wrote', () => {
    const plan = planForm(descriptor, { url: 'x', timeout: 5 });
    expect(plan.given).toMatchObject([{ name: 'timeout_seconds', key: 'timeout' }]);
    expect(plan.unknown).toEqual([]);
  });

  it('edits the canonical key when both spellings are written, and keeps the other', () => {
    const plan = planForm(descriptor, { timeout: 5, timeout_seconds: 6 });
    expect(plan.given).toMatchObject([{ key: 'timeout_seconds' }]);
    expect(plan.unknown).toEqual(['timeout']);
  });

  it('keeps parameters that the action does not declare', () => {
    expect(planForm(descriptor, { url: 'x', retries: 3, constructor: 1 }).unknown).toEqual([
      'retries',
      'constructor',
    ]);
  });
});

describe('the fields that a form opens with', () => {
  const shown = (type: string, params: JsonObject = {}) => {
    const action = catalogue.descriptors.find(type);
    if (action === undefined) throw new Error(`no action ${type}`);
    const { required, usual } = planForm(action, params);
    return [...required, ...usual].map(({ name }) => name);
  };
  const offered = (type: string, params: JsonObject) => {
    const action = catalogue.descriptors.find(type);
    return action === undefined ? [] : planForm(action, params).addable.map(({ name }) => name);
  };

  it('are the required and the usual ones', () => {
    expect(shown('http_request')).toEqual(['url', 'method', 'expect_status']);
    expect(shown('conditional')).toEqual(['condition', 'on_true', 'on_false']);
    expect(shown('loop')).toEqual(['items', 'action', 'action_params']);
  });

  it('are not those of an alternative that is not used', () => {
    expect(shown('conditional', { branches: {} })).toEqual([]);
    expect(shown('conditional', { branches: {}, condition: 'x' })).toEqual(['condition']);
  });

  it('are those of the chosen operation', () => {
    expect(shown('transform', { operation: 'template' })).toEqual(['operation', 'input', 'template']);
    expect(shown('transform', { operation: 'filter' })).toEqual(['operation', 'input', 'condition']);
    expect(offered('transform', { operation: 'filter' })).toEqual(['field', 'function']);
    expect(offered('transform', { operation: 'count' })).toEqual(['field']);
    expect(shown('transform', { operation: 'count', template: 'x' })).toContain('template');
  });

  it('keep their place when they are given', () => {
    expect(shown('http_request', { expect_status: '2xx', method: 'GET' })).toEqual([
      'url',
      'method',
      'expect_status',
    ]);
  });
});

describe('firstField', () => {
  it('is the first required parameter without a value, otherwise the first of the form', () => {
    expect(firstField(descriptor, { method: 'POST' })).toBe('url');
    expect(firstField(descriptor, { url: '', timeout: 5 })).toBe('url');
    expect(firstField(descriptor, { url: 'x', timeout: 5 })).toBe('url');
    const optional = { ...descriptor, params: { ...descriptor.params, required: [] } };
    expect(firstField(optional, { timeout: 5 })).toBe('timeout');
    expect(firstField(optional, {})).toBeUndefined();
  });
});

describe('widgetOf', () => {
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'switch'],
    [{ type: 'string', enum: ['a'] }, 'select'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array', items: { type: 'object' } }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'list'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'json'],
    [{ type: 'string', widget: 'code' }, 'code'],
    [{}, 'json'],
  ] as const)('uses for %j the control %s', (schema, widget) => {
    expect(widgets).toHaveProperty(widget);
    expect(widgetOf(schema)).toBe(widget);
  });
});

describe('typeName', () => {
  it('names types for people', () => {
    expect(typeName({ type: 'array', items: { type: 'string' } })).toBe('list of string');
    expect(typeName({ anyOf: [{ type: 'string' }, { type: 'array' }] })).toBe('string or list');
    expect(typeName({})).toBe('any');
  });
});
