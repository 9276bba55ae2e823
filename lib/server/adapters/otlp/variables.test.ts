import { describe, expect, it, test } from 'vitest';
import { readConfig } from '../../config';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
const tracingFor = (env: Record<string, string>) => readConfig(env, '/srv/app').tracing;

describe('the variables of OpenTelemetry', () => {
  it('export nothing without an endpoint, or when they are off', () => {
    expect(tracingFor({ OTEL_SERVICE_NAME: 'a' })).toBeUndefined();
    expect(tracingFor({ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
    expect(tracingFor({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  });

  it('have defaults', () => {
    expect(tracingFor(ENDPOINT)).toMatchObject({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      compression: 'none',
      resource: { 'service.name': 'pipewright' },
      sampler: { followsParent: true, ratio: 1 },
    });
  });

  it('for traces take precedence over those for all signals', () => {
    const env = {
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a, x-team=data',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=traces',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment=test',
      OTEL_SERVICE_NAME: 'orders',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(tracingFor(env)).toMatchObject({
      url: 'https://traces.example.org/otlp',
      headers: { authorization: 'Bearer a', 'x-team': 'traces' },
      timeoutMs: 2000,
      compression: 'gzip',
      resource: { 'service.name': 'orders', 'deployment.environment': 'test' },
      sampler: { followsParent: false, ratio: 0.25 },
    });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_EXPORTER_OTLP_COMPRESSION', 'br'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('name %s when it is %s', (name, value) => {
    expect(() => tracingFor({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
  });

  it('do not repeat headers that they refuse', () => {
    const refused = () => tracingFor({ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' });
    expect(refused).toThrow('OTEL_EXPORTER_OTLP_HEADERS must be a list');
    expect(refused).not.toThrow('hunter2');
  });
});
