import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { RunSpan } from '@/engine';

/** A span as the exporter takes it. */
export type ReadableSpan = Parameters<OTLPTraceExporter['export']>[0][number];

/** What a span says about the service that sends it. */
type Resource = ReadableSpan['resource'];

export function resourceOf(attributes: Readonly<Record<string, string>>): Resource {
  const resource: Resource = {
    attributes,
    merge: (other) => (other ? resourceOf({ ...attributes, ...textsOf(other) }) : resource),
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}

function textsOf({ attributes }: Resource): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));
}

/** A span with its trace. */
export interface TracedSpan {
  readonly traceId: string;
  readonly span: RunSpan;
}

/** OpenTelemetry API, `SpanKind`. */
const KINDS = { internal: 0, server: 1, client: 2 } as const;

/** OpenTelemetry API, `SpanStatusCode`. */
const [UNSET, ERROR] = [0, 2];

/** W3C Trace Context, section 3.2.2.5: only sampled spans are exported. */
const SAMPLED = 1;

/** A span for the exporter. */
export function readableSpan({ traceId, span }: TracedSpan, resource: Resource): ReadableSpan {
  const { spanId, parentSpanId, failure } = span;
  const context = (id: string, isRemote: boolean) => ({
    traceId,
    spanId: id,
    traceFlags: SAMPLED,
    isRemote,
  });
  const startTime = timeOf(span.startedAt);
  const endTime = timeOf(span.endedAt);
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context(spanId, false),
    ...(parentSpanId === undefined
      ? {}
      : { parentSpanContext: context(parentSpanId, span.kind === 'server') }),
    startTime,
    endTime,
    duration: timeOf(
      new Date(Math.max(0, Date.parse(span.endedAt) - Date.parse(span.startedAt))).toISOString(),
    ),
    status: failure ? { code: ERROR, message: failure.message } : { code: UNSET },
    attributes: { ...span.attributes, ...(failure ? { 'error.type': failure.kind } : {}) },
    links: span.links.map((link) => ({ context: { ...link, traceFlags: SAMPLED } })),
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'pipewright' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds since 1970. */
function timeOf(instant: string): [number, number] {
  const ms = Date.parse(instant);
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
