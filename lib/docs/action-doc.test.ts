import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAction, type EffectDefinition } from '@/engine/action';
import { catalogue } from '@/engine/actions';
import { createCatalogue } from '@/engine/catalogue';
import { actionDoc } from './action-doc';
import { crashText, effectText } from './effects';
import { proseParts } from './prose';

/** The documentation of an action that is only for this test. */
function docOf(facts: Pick<EffectDefinition, 'effect' | 'idempotent'> & Partial<EffectDefinition>) {
  const definition = defineAction({
    type: 'sample',
    title: 'Sample',
    description: 'Only for this test.',
    icon: 'log',
    sentence: '',
    category: 'integration',
    params: z.object({ mode: z.enum(['look', 'act', 'drop']).default('look').describe('What to do.') }),
    output: z.object({}),
    run: () => Promise.resolve({}),
    ...facts,
  });
  const [descriptor] = createCatalogue([definition]).descriptors.all;
  if (!descriptor) throw new Error('The catalogue is empty.');
  return actionDoc(descriptor);
}

const docOfType = (type: string) => {
  const descriptor = catalogue.descriptors.find(type);
  if (!descriptor) throw new Error(`There is no ${type}.`);
  return actionDoc(descriptor);
};

describe('side effects of an action', () => {
  it('depend on the parameters that decide them', () => {
    const doc = docOf({
      effect: { by: 'mode', of: { look: 'read', drop: 'destructive' }, otherwise: 'write' },
      idempotent: { by: 'mode', of: { drop: true }, otherwise: false },
    });
    expect(doc.effect).toBe('read with look, destructive with drop, otherwise write');
    expect(doc.afterCrash).toBe(
      'With look and drop the step runs again. With act the outcome is unknown, so the step waits for your decision.',
    );
  });

  it('are constant without such parameters', () => {
    expect(docOf({ effect: 'write', idempotent: true }).afterCrash).toMatch(/^The step runs again/);
    expect(docOf({ effect: 'write', idempotent: false }).afterCrash).toMatch(
      /^The step is not repeated automatically/,
    );
    expect(docOf({ effect: 'read', idempotent: false }).afterCrash).toMatch(/^The step runs again/);
  });

  it('are none for control flow, and those of the inner action for a loop', () => {
    const texts = ['log', 'loop', 'wait_until'].map((type) => docOfType(type).effect);
    expect(texts).toEqual(['none', 'same as the action', 'same as the action']);
  });

  it('agree with the behaviour after a crash for each method of a request', () => {
    const http = catalogue.descriptors.find('http_request');
    expect(http && effectText(http)).toBe('read with GET, HEAD and OPTIONS, otherwise write');
    expect(http && crashText(http)).toContain('With POST and PATCH the outcome is unknown');
  });
});

describe('the accepted spellings of an action', () => {
  it('have their own types, parameters and examples', () => {
    const doc = docOfType('http_request');
    expect(doc.names).toEqual({ a: 'http_request', b: 'api_call' });
    expect(doc.aliases).toEqual(['api_call']);
    expect(doc.params.find(({ name }) => name === 'timeout_seconds')).toMatchObject({
      aliases: ['timeout'],
      a: 'timeout_seconds',
      b: 'timeout',
    });
    const [, full] = doc.examples;
    expect(
      full?.forms.map(({ step }) => [step.action, Object.keys(Object(step.params)).includes('timeout')]),
    ).toEqual([
      ['http_request', false],
      ['api_call', true],
    ]);
  });

  it('leave out what only the other spelling has', () => {
    const doc = docOfType('conditional');
    const spelt = Object.fromEntries(doc.params.map(({ name, a, b }) => [name, [a, b]]));
    expect(spelt).toMatchObject({
      condition: ['condition', 'condition'],
      on_true: [undefined, 'on_true'],
      branches: ['branches', undefined],
    });
    expect(doc.examples.map(({ forms }) => forms.map(({ label }) => label))).toEqual([
      ['Default'],
      ['Default'],
    ]);
  });

  it('are one when both are written in the same way', () => {
    expect(docOfType('log').examples[0]?.forms.map(({ label }) => label)).toEqual(['Default']);
    expect(docOfType('wait').names).toEqual({ b: 'wait' });
  });
});

describe('fields', () => {
  it('are described at any depth, with their paths', () => {
    const paths = docOfType('loop').outputs.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['errors', 'errors[].index', 'errors[].error.kind']));
    const check = docOfType('wait_until').params.find(({ name }) => name === 'check');
    expect(check?.fields.map(({ path }) => path)).toEqual(['check.action', 'check.params']);
  });

  it('describe how they are read', () => {
    const condition = docOfType('wait_until').params.find(({ name }) => name === 'condition');
    expect(condition?.reads).toEqual([
      'Expression, with or without braces. It can also read check, waited_seconds and polls.',
      'Secrets are not allowed here.',
    ]);
  });
});

describe('failures', () => {
  it('describe which are retried by default', () => {
    const retried = new Map(
      docOfType('http_request').failures.map(({ kind, retried: again }) => [kind, again]),
    );
    expect(retried.get('timeout')).toBe(true);
    expect(retried.get('invalid_params')).toBe(false);
  });
});

describe('prose', () => {
  it('is split into text and code', () => {
    const codes = (sentence: string) =>
      proseParts(sentence).flatMap(({ text, isCode }) => (isCode ? [text] : []));
    expect(codes('Read {{steps.<id>.output}} or check.output with on_failure.')).toEqual([
      '{{steps.<id>.output}}',
      'check.output',
      'on_failure',
    ]);
    expect(codes('Nothing here.Not even jo@example.org or 200.5.')).toEqual([]);
  });
});
