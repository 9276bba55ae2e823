import { describe, expect, it } from 'vitest';
import { expressionParts } from '@/components/pipeline-text/template-parts';
import { catalogue } from '@/engine/actions';
import { cardSentence } from './sentence';

function sentence(action: string, params: Record<string, never> | object) {
  const step = { id: 'x', action, params: params as never };
  return cardSentence(step, catalogue.descriptors.find(action));
}
const words = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('');

describe('the sentence of a card', () => {
  it('fills values and chips into the action’s template', () => {
    const parts = sentence('log', { message: 'Got {{steps.fetch.output.status_code}}!' });
    expect(words(parts)).toMatch(/^Log Got fetch\.status_code!/);
    expect(parts.find(({ kind }) => kind === 'reference')).toMatchObject({
      step: 'fetch',
      full: 'steps.fetch.output.status_code',
    });
  });

  it('leaves out optional parts without a value', () => {
    expect(words(sentence('wait', { duration: 5 }))).toBe('Wait 5 s');
    expect(words(sentence('wait', { duration: 5, reason: 'rest' }))).toBe('Wait 5 s: rest');
  });

  it('shows missing values', () => {
    expect(sentence('wait', {})).toContainEqual({ kind: 'missing', text: 'duration' });
  });

  it('reads other spellings', () => {
    expect(words(sentence('api_call', { url: 'http://a.b', method: 'POST' }))).toBe('POST http://a.b');
  });

  it('shows an expression that does not parse as written', () => {
    expect(expressionParts('steps.a.output. ==')).toEqual([{ kind: 'value', text: 'steps.a.output. ==' }]);
  });

  it('shortens chips of steps', () => {
    expect(words(expressionParts("steps.a.status == 'failed' && steps.b.output.n[0] > params.max"))).toBe(
      "a.status == 'failed' && b.n[0] > params.max",
    );
  });
});
