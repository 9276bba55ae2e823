import { z } from 'zod';
import type { Sampler, TracingSettings } from './settings';

/** Samplers of OpenTelemetry that need no other service. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Longest timeout, in ms. */
const MAX_TIMEOUT_MS = 60_000;

const url = z
  .string()
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'must be a URL such as http://collector.internal:4318',
  );

const timeout = z
  .string()
  .regex(/^\d{1,5}$/, `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`)
  .transform(Number)
  .refine(
    (ms) => ms >= 1 && ms <= MAX_TIMEOUT_MS,
    `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
  );

const protocol = z.literal(
  'http/protobuf',
  'must be "http/protobuf", the only protocol that Pipewright exports',
);

const compression = z.enum(['none', 'gzip'], 'must be "none" or "gzip"');

/** Pairs as in the header `baggage`: `key=value,other=value`, with percent-encoded values. */
const pairs = z.string().transform((text, context) => {
  const entries = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [pairOf(part)]));
  if (!entries.includes(undefined))
    return Object.fromEntries(entries.flatMap((entry) => (entry ? [entry] : [])));
  // The value is not repeated: headers may contain credentials.
  context.addIssue('must be a list such as name=value,other=value, with values encoded as in a URL');
  return z.NEVER;
});

function pairOf(part: string): [string, string] | undefined {
  const at = part.indexOf('=');
  const name = part.slice(0, Math.max(at, 0)).trim();
  if (name === '') return undefined;
  try {
    return [name, decodeURIComponent(part.slice(at + 1).trim())];
  } catch {
    return undefined;
  }
}

const ratio = z
  .string()
  .refine((text) => Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1')
  .transform(Number);

/** The variables of OpenTelemetry, which are read with the others. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be "otlp" or "none"').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: timeout.default(10_000),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeout.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression.default('none'),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
};

type Variables = z.infer<z.ZodObject<typeof tracingVariables>>;

/** The settings from these variables; undefined without an endpoint, or when the export is disabled. */
export function tracingOf(values: Variables, version: string): TracingSettings | undefined {
  const url = endpointOf(values);
  const isDisabled = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  if (url === undefined || isDisabled || values.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const { OTEL_RESOURCE_ATTRIBUTES: attributes } = values;
  return {
    url,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: values.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? values.OTEL_EXPORTER_OTLP_TIMEOUT,
    compression: values.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? values.OTEL_EXPORTER_OTLP_COMPRESSION,
    resource: {
      'service.name': 'pipewright',
      'service.version': version,
      ...attributes,
      ...(values.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': values.OTEL_SERVICE_NAME }),
    },
    sampler: samplerOf(values),
  };
}

/** The endpoint for traces is used unchanged; that for all signals is a base. */
function endpointOf(values: Variables): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = values;
  return traces ?? (base && `${base.replace(/\/$/, '')}/v1/traces`);
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Variables): Sampler {
  const followsParent = name.startsWith('parentbased_');
  if (name.endsWith('always_off')) return { followsParent, ratio: 0 };
  return { followsParent, ratio: name.endsWith('traceidratio') ? share : 1 };
}
