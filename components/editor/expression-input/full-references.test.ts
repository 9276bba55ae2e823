import { describe, expect, it } from 'vitest';
import { buildGraph, normalize, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { withFullReferences } from './full-references';
import type { ExpressionMode } from './tokens';
import { expressionScope } from './use-expression-scope';

const { descriptors } = catalogue;
const document: PipelineDocument = {
  name: 'p',
  params: { region: { type: 'string' } },
  steps: [
    { id: 'get', action: 'http_request', params: { url: 'x' } },
    { id: 'get-it', action: 'http_request', params: { url: 'x' } },
    { id: 'params', action: 'log', params: { message: 'x' } },
    { id: 'tell', action: 'log', params: { message: 'x' }, depends_on: ['get', 'get-it', 'params'] },
  ],
};
const graph = buildGraph(normalize(document, descriptors), descriptors);
const scope = expressionScope({ graph, stepId: 'tell', names: ['item'] });
const full = (text: string, mode: ExpressionMode = 'template') => withFullReferences(text, mode, scope);

describe('withFullReferences', () => {
  it('completes what a chip shows, in conditions and in templates', () => {
    expect(full('get.status_code == 200', 'expression')).toBe('steps.get.output.status_code == 200');
    expect(full('Code {{get.status_code}} of {{ get.headers }}')).toBe(
      'Code {{steps.get.output.status_code}} of {{ steps.get.output.headers }}',
    );
  });

  it('completes several references of one expression, ids with a dash, and parts of a step', () => {
    expect(full('get.status_code == get-it.status_code and get.status == "failed"', 'expression')).toBe(
      'steps.get.output.status_code == steps.get-it.output.status_code and steps.get.status == "failed"',
    );
  });

  it('changes nothing else: text, names of the expression language, unknown names, half-typed text', () => {
    for (const text of [
      'get.status_code is 200',
      '{{params.region}} {{item}} {{steps.get.output.status_code}}',
      '{{nothing.here}}',
      '{{get.status_code',
      '{{get.}}',
      '{{"get.status_code"}}',
    ]) {
      expect(full(text)).toBe(text);
    }
  });
});
