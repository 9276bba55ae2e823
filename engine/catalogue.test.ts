import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAction, defineControl } from './action';
import { actions, catalogue } from './actions';
import { createCatalogue, effectOf, indexDescriptors, type JsonSchema } from './catalogue';
import { prose, WIDGETS } from './fields';

const descriptors = catalogue.descriptors.all;
const named = descriptors.map((descriptor) => [descriptor.type, descriptor] as const);

/** Every schema within a schema, itself included. */
function within(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(typeof schema.items === 'object' ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  return [schema, ...inner.flatMap(within)];
}

describe('the catalogue', () => {
  it('has every action, in palette order', () => {
    expect(descriptors.map(({ type }) => type)).toEqual([
      'conditional',
      'loop',
      'transform',
      'aggregate',
      'set_output',
      'log',
      'wait',
      'wait_until',
      'fail',
      'deployment_create',
      'deployment_scale',
      'deployment_ratelimit',
      'deployment_delete',
      'deployment_status',
      'model_add',
      'cloud_model_add',
      'model_benchmark',
      'model_delete',
      'model_status',
      'cluster_health',
      'http_request',
      'notification',
      'email',
      'database',
    ]);
  });

  it('finds actions by type and by alias', () => {
    expect(catalogue.find('api_call')).toBe(catalogue.find('http_request'));
    expect(catalogue.find('condition')).toBe(catalogue.find('conditional'));
    expect(catalogue.descriptors.find('api_call')?.type).toBe('http_request');
    expect(catalogue.find('nothing')).toBeUndefined();
    expect(catalogue.find('constructor')).toBeUndefined();
  });

  it('refuses two actions with one name', () => {
    const twin = { ...actions[0], type: 'other', aliases: ['log'] };
    expect(() => createCatalogue([...actions, twin])).toThrow('Two actions are called log.');
  });
});

describe.each(named)('the descriptor of %s', (_, descriptor) => {
  it('survives JSON serialisation unchanged', () => {
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual(descriptor);
    expect(JSON.stringify(descriptor)).not.toContain('$ref');
  });

  it('has a title and one sentence of description', () => {
    expect(descriptor.title).toMatch(/^[A-Z]/);
    expect(descriptor.description).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('describes every parameter and every output', () => {
    const fields = [
      ...Object.entries(descriptor.params.properties ?? {}),
      ...Object.entries(descriptor.output.properties ?? {}),
    ];
    const silent = fields.filter(([, schema]) => !schema.description).map(([name]) => name);
    expect(silent).toEqual([]);
  });

  it('has a sentence with existing parameters; optional ones without a default are in brackets', () => {
    const { sentence, params } = descriptor;
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    expect(Object.keys(params.properties ?? {})).toEqual(expect.arrayContaining(names));
    const outside = sentence.replace(/\[[^\]]*\]/g, '');
    for (const [, name = ''] of outside.matchAll(/\{(\w+)\}/g)) {
      const hasDefault = params.properties?.[name]?.default !== undefined;
      expect([name, hasDefault || params.required?.includes(name)]).toEqual([name, true]);
    }
  });

  it('names only known widgets, and labels each value of a labelled choice', () => {
    for (const schema of within(descriptor.params)) {
      if (schema.widget !== undefined) expect(WIDGETS).toContain(schema.widget);
      if (schema.labels !== undefined) expect(Object.keys(schema.labels)).toEqual(schema.enum);
    }
  });

  it('has a closed output schema, so that a misspelt field is found while editing', () => {
    expect(descriptor.output).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('maps other spellings to existing parameters with another name', () => {
    const properties = descriptor.params.properties ?? {};
    for (const [spelling, name] of Object.entries(descriptor.spellings)) {
      expect(properties).toHaveProperty(name);
      expect(properties).not.toHaveProperty(spelling);
    }
  });
});

it('does not compile with an icon that does not exist', () => {
  // @ts-expect-error: no such mark
  const icon: (typeof actions)[number]['icon'] = 'deployment';
  expect(descriptors.map((descriptor) => String(descriptor.icon))).not.toContain(icon);
});

describe('a descriptor', () => {
  const effect = defineAction({
    type: 'sample',
    title: 'Sample',
    description: 'Only for this test.',
    icon: 'log',
    sentence: '{message}',
    category: 'integration',
    effect: { by: 'mode', of: { look: 'read' }, otherwise: 'write' },
    idempotent: true,
    params: z.object({
      message: prose().meta({ secrets: 'refused' }).describe('A message.'),
      mode: z.enum(['look', 'act']).default('look'),
      any: z.json().optional(),
    }),
    output: z.object({ any: z.json().describe('Anything.') }),
    run: () => Promise.resolve({ any: null }),
  });
  const control = defineControl({
    type: 'step_aside',
    title: 'Step aside',
    description: 'Only for this test.',
    icon: 'log',
    sentence: '',
    category: 'control',
    terminal: true,
    params: z.object({}),
    output: z.object({}),
    decide: () => ({ do: 'complete', output: {} }),
  });

  it('keeps defaults, requirements and facts about fields', () => {
    const [descriptor] = createCatalogue([effect]).descriptors.all;
    expect(descriptor).toMatchObject({ kind: 'effect', effect: effect.effect, terminal: false, aliases: [] });
    expect(descriptor?.params.required).toEqual(['message']);
    expect(descriptor?.params.properties).toMatchObject({
      message: { type: 'string', widget: 'multiline', secrets: 'refused', description: 'A message.' },
      mode: { enum: ['look', 'act'], default: 'look' },
    });
  });

  it('states no type for any JSON value', () => {
    const [descriptor] = createCatalogue([effect]).descriptors.all;
    expect(descriptor?.params.properties?.any).toEqual({});
    expect(descriptor?.output.properties?.any).toEqual({ description: 'Anything.' });
  });

  it('has no effect when it is a control', () => {
    const [descriptor] = createCatalogue([control]).descriptors.all;
    expect(descriptor).toMatchObject({ kind: 'control', effect: 'none', terminal: true });
  });

  it('can be looked up again after serialisation', () => {
    const crossed = JSON.parse(JSON.stringify(descriptors));
    expect(indexDescriptors(crossed).find('condition')?.type).toBe('conditional');
  });
});

describe('side effects of a step', () => {
  const descriptor = catalogue.descriptors.find('http_request');

  it.each([
    [{}, 'read'],
    [{ method: 'GET' }, 'read'],
    [{ method: 'POST' }, 'write'],
    [{ method: '{{params.method}}' }, 'write'],
  ])('of an HTTP request with %j is to %s', (params, effect) => {
    expect(descriptor && effectOf(descriptor, params)).toBe(effect);
  });
});
