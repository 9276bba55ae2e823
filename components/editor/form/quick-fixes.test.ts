import { describe, expect, it } from 'vitest';
import { type PipelineDocument, type StepDocument, validate } from '@/engine';
import { catalogue } from '@/engine/actions';
import { quickFixes } from './quick-fixes';

const { descriptors } = catalogue;

function fixesOf(document: PipelineDocument, code: string) {
  const problem = validate(document, descriptors).find((candidate) => candidate.code === code);
  if (problem === undefined) throw new Error(`expected a problem ${code}`);
  return quickFixes(problem, document, descriptors);
}

function applied(document: PipelineDocument, code: string, label: string): PipelineDocument {
  const fix = fixesOf(document, code).find((candidate) => candidate.label === label);
  if (fix === undefined)
    throw new Error(`no fix ${label}; there are ${fixesOf(document, code).map((one) => one.label)}`);
  return fix.apply(document);
}

const get: StepDocument = { id: 'get', action: 'http_request', params: { url: 'https://example.org' } };

function pipeline(...steps: StepDocument[]): PipelineDocument {
  return { name: 'p', params: { replicas: { type: 'string' } }, steps };
}

describe('quickFixes', () => {
  it('removes the quotes around a number', () => {
    const document = pipeline({ ...get, params: { ...get.params, timeout_seconds: '200' } });
    expect(
      applied(document, 'invalid_parameter', 'Write 200 without quotes').steps[0]?.params?.timeout_seconds,
    ).toBe(200);
  });

  it('removes the quotes around a number in a condition', () => {
    const document = pipeline(get, {
      id: 'b',
      action: 'log',
      params: { message: 'x' },
      condition: 'steps.get.output.status_code == "200"',
    });
    expect(applied(document, 'type_mismatch', 'Write 200 without quotes').steps[1]?.condition).toBe(
      'steps.get.output.status_code == 200',
    );
  });

  it('replaces a mistyped step inside an expression', () => {
    const document = pipeline(get, {
      id: 'b',
      action: 'log',
      params: { message: 'is {{steps.gte.output.status_code}}' },
    });
    expect(applied(document, 'unknown_step', 'Change to get').steps[1]?.params?.message).toBe(
      'is {{steps.get.output.status_code}}',
    );
  });

  it('replaces a mistyped part of a step', () => {
    const document = pipeline(get, {
      id: 'b',
      action: 'log',
      params: { message: '{{steps.get.otput.status_code}}' },
    });
    const [fix] = fixesOf(document, 'invalid_expression');
    expect(fix?.apply(document).steps[1]?.params?.message).toBe('{{steps.get.output.status_code}}');
  });

  it('replaces a mistyped field', () => {
    const document = pipeline(get, {
      id: 'b',
      action: 'log',
      params: { message: '{{steps.get.output.statuscode}}' },
    });
    const [fix] = fixesOf(document, 'unknown_field');
    expect(fix?.apply(document).steps[1]?.params?.message).toBe('{{steps.get.output.status_code}}');
  });

  it('declares an unknown param, or replaces it by a similar one', () => {
    const document = pipeline({ id: 'b', action: 'log', params: { message: '{{params.replica}}' } });
    expect(fixesOf(document, 'unknown_param').map((fix) => fix.label)).toEqual([
      'Change to params.replicas',
      'Declare replica',
    ]);
    expect(applied(document, 'unknown_param', 'Declare replica').params?.replica).toEqual({ type: 'string' });
    expect(applied(document, 'unknown_param', 'Change to params.replicas').steps[0]?.params?.message).toBe(
      '{{params.replicas}}',
    );
  });

  it('declares a param with the needed type, or converts it where it is read', () => {
    const document = pipeline({ ...get, params: { ...get.params, timeout_seconds: '{{params.replicas}}' } });
    expect(applied(document, 'type_mismatch', 'Declare it as integer').params?.replicas?.type).toBe(
      'integer',
    );
    expect(applied(document, 'type_mismatch', 'Wrap in int()').steps[0]?.params?.timeout_seconds).toBe(
      '{{int(params.replicas)}}',
    );
  });

  it('replaces an unknown action by a similar one', () => {
    const document = pipeline({ id: 'a', action: 'http_requst', params: { url: 'x' } });
    expect(applied(document, 'unknown_action', 'Change to http_request').steps[0]?.action).toBe(
      'http_request',
    );
  });

  it('renames or removes an undeclared parameter', () => {
    const document = pipeline({ ...get, params: { url: 'https://x.org', metod: 'GET' } });
    expect(applied(document, 'unknown_parameter', 'Rename to method').steps[0]?.params).toEqual({
      url: 'https://x.org',
      method: 'GET',
    });
    expect(applied(document, 'unknown_parameter', 'Remove metod').steps[0]?.params).toEqual({
      url: 'https://x.org',
    });
  });

  it('removes a second spelling', () => {
    const document = pipeline({ ...get, params: { url: 'https://x.org', timeout: 1, timeout_seconds: 2 } });
    expect(applied(document, 'duplicate_parameter', 'Remove timeout').steps[0]?.params).toEqual({
      url: 'https://x.org',
      timeout_seconds: 2,
    });
  });

  it('removes a dependency on a missing step, and an empty list', () => {
    const document = pipeline({ ...get, depends_on: ['nothing_like_it'] });
    expect(applied(document, 'unknown_step', 'Remove this dependency').steps[0]).not.toHaveProperty(
      'depends_on',
    );
  });

  it('guards a value that may be missing', () => {
    const document = pipeline({ ...get, id: 'a', condition: 'params.replicas == "1"' }, get, {
      id: 'c',
      action: 'log',
      params: { message: '{{steps.a.output.status_code}}' },
      depends_on: ['a', 'get'],
    });
    expect(applied(document, 'may_be_missing', 'Guard with default()').steps[2]?.params?.message).toBe(
      '{{default(steps.a.output.status_code, "")}}',
    );
  });

  it('wraps a bare reference in braces, in its full form', () => {
    const bare = (message: string) => pipeline(get, { id: 'b', action: 'log', params: { message } });
    const fixed = (message: string) =>
      applied(bare(message), 'bare_reference', 'Wrap in {{ }}').steps[1]?.params?.message;
    expect(fixed('steps.get.output.status_code')).toBe('{{steps.get.output.status_code}}');
    expect(fixed(' get.status_code')).toBe(' {{steps.get.output.status_code}}');
    expect(fixed('params.replicas')).toBe('{{params.replicas}}');
  });

  it('completes the short form of a reference that chips show', () => {
    const short = (condition: string) =>
      pipeline({ ...get, id: 'get-it' }, get, {
        id: 'b',
        action: 'log',
        params: { message: 'x' },
        condition,
      });
    const fixed = (condition: string, label: string) =>
      applied(short(condition), 'unknown_name', label).steps[2]?.condition;
    expect(fixed('get.status_code == 200', 'Change to steps.get.output')).toBe(
      'steps.get.output.status_code == 200',
    );
    expect(fixed('get.status == "failed"', 'Change to steps.get')).toBe('steps.get.status == "failed"');
    expect(fixed('get-it.status_code == 200', 'Change to steps.get-it.output')).toBe(
      'steps.get-it.output.status_code == 200',
    );
  });

  it('sets the parameter on which another one depends', () => {
    const each = { items: [1, 2, 3], action: 'log', action_params: { message: 'm' } };
    const loop = (params: object) => pipeline({ id: 'a', action: 'loop', params: { ...each, ...params } });
    expect(
      applied(loop({ max_parallel: 2 }), 'unused_parameter', 'Set parallel to true').steps[0]?.params,
    ).toMatchObject({ max_parallel: 2, parallel: true });
    expect(
      applied(loop({ max_parallel: 2 }), 'unused_parameter', 'Remove max_parallel').steps[0]?.params,
    ).toEqual(each);
    expect(
      applied(loop({ max_iterations: 2 }), 'list_too_long', 'Set max_iterations to 3').steps[0]?.params,
    ).toMatchObject({ max_iterations: 3 });
  });
});
