import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from './endpoints';
import { describeApi } from './openapi';

const document = describeApi('1.2.3');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  it('has an operation for every endpoint', () => {
    const names = Object.entries(ENDPOINTS).flatMap(([subject, endpoints]) =>
      Object.keys(endpoints).map((name) => `${subject}.${name}`),
    );
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(names.sort());
  });

  it('has a parameter for every variable of a path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const given = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
        expect(given.sort(), path).toEqual(wanted.sort());
      }
    }
  });

  it('refers only to existing schemas', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(0);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const ref of new Set(refs)) expect(known).toContain(ref);
  });

  it('describes where fields are sent and how requests are refused', () => {
    const start = document.paths['/api/v1/runs']?.post;
    const headers = ['idempotency-key', 'traceparent', 'tracestate'];
    expect(start?.parameters).toMatchObject(headers.map((name) => ({ name, in: 'header', required: false })));
    expect(start?.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['pipelineId'],
    });
    expect(Object.keys(start?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '201', '400', '403', '404', '409', '413', '429', '507']),
    );
    const iterations = document.paths['/api/v1/runs/{runId}/iterations']?.get;
    expect(iterations?.parameters).toContainEqual(
      expect.objectContaining({ name: 'step', in: 'query', required: true }),
    );
  });
});
