import { describe, expect, it } from 'vitest';
import { catalogue } from './actions';
import type { ActionDescriptor, JsonSchema } from './catalogue';
import type { ActionExample } from './documentation';
import type { Diagnostic } from './pipeline/diagnostic';
import type { PipelineDocument, StepDocument } from './pipeline/schema';
import { validate } from './pipeline/validate';

const { descriptors } = catalogue;
const named = descriptors.all.map((descriptor) => [descriptor.type, descriptor] as const);

/** Paths of fields without a type or description. A schema without any type is any JSON value. */
function silentFields(schema: JsonSchema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    return [...(field.description ? [] : [at]), ...silentFields(field, at), ...silentItems(field, at)];
  });
}

function silentItems(schema: JsonSchema, path: string): string[] {
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])];
  return inner.flatMap((each) => (typeof each === 'object' ? silentFields(each, `${path}[]`) : []));
}

/** The steps and params that an example refers to, which exist where it is pasted. */
function surrounded(action: string, example: ActionExample): PipelineDocument {
  const document: PipelineDocument = { name: 'Example', params: {}, steps: [stepOf(action, example)] };
  const added = new Set<string>();
  for (;;) {
    const missing = validate(document, descriptors).map(mentioned).find(Boolean);
    // Problems that remain with them are failures of the test.
    if (missing === undefined || added.has(JSON.stringify(missing))) return document;
    added.add(JSON.stringify(missing));
    if (missing.step !== undefined) document.steps.push(standIn(missing.step));
    if (missing.param !== undefined) document.params = { ...document.params, ...missing.param };
  }
}

function stepOf(action: string, { step }: ActionExample): StepDocument {
  return { ...step, action };
}

const DEPLOY = {
  action: 'deployment_create',
  params: { model_id: 'mdl_1', cluster_id: 'local', deployment_name: 'support' },
};

const standIn = (id: string): StepDocument => ({
  id,
  ...(id === 'deploy' ? DEPLOY : { action: 'http_request', params: { url: 'https://service.test' } }),
});

/** What the example refers to, so that its problems disappear. */
function mentioned({ code, message }: Diagnostic): Missing | undefined {
  const name = /^(?:Step|Unknown param) ([\w-]+)/.exec(message)?.[1] ?? '';
  if (code === 'unknown_step') return { step: name };
  if (code === 'unknown_param') return { param: { [name]: { type: 'string' } } };
  const text = /^params\.(\w+) is text/.exec(message)?.[1];
  return text === undefined ? undefined : { param: { [text]: { type: 'number' } } };
}

interface Missing {
  readonly step?: string;
  readonly param?: NonNullable<PipelineDocument['params']>;
}

describe.each(named)('the documentation of %s', (type, descriptor: ActionDescriptor) => {
  it('describes every parameter and output at any depth', () => {
    expect([
      ...silentFields(descriptor.params, 'params'),
      ...silentFields(descriptor.output, 'output'),
    ]).toEqual([]);
  });

  it('has examples without a problem', () => {
    const examples = descriptor.docs?.examples ?? [];
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect([example.title, validate(surrounded(type, example), descriptors)]).toEqual([example.title, []]);
    }
  });

  it('writes its examples in canonical spellings', () => {
    const known = Object.keys(descriptor.params.properties ?? {});
    for (const { step } of descriptor.docs?.examples ?? []) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(step.params)));
    }
  });

  it('names each accepted type as it can be written', () => {
    for (const name of Object.values(descriptor.docs?.variants ?? {})) {
      expect(descriptors.find(name)).toBe(descriptor);
    }
  });

  it('ends its sentences', () => {
    const { failures = {}, notes = [] } = descriptor.docs ?? {};
    for (const sentence of [...Object.values(failures), ...notes]) expect(sentence).toMatch(/\.$/);
  });
});
