import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { VERSION } from '../../release';
import { collectorAgent } from './agent';
import { readableSpan, resourceOf, type TracedSpan } from './readable-span';
import type { TracingSettings } from './settings';

/** Sends spans to a collector. */
export interface SpanExporter {
  /** Resolves when the collector has accepted the spans. @throws Error after the time limit, or when it refuses them */
  send(spans: readonly TracedSpan[]): Promise<void>;
}

type ExporterConfig = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>;

type Exported = Parameters<OTLPTraceExporter['export']>[1];

/** An exporter of OTLP over HTTP, with repetitions until the time limit. */
export function createSpanExporter(settings: TracingSettings): SpanExporter {
  const { url, headers, timeoutMs, compression } = settings;
  const resource = resourceOf(settings.resource);
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    compression: compressionOf(compression),
    httpAgentOptions: () => collectorAgent(new URL(url)),
    userAgent: `Pipewright/${VERSION}`,
  });
  return {
    send: (spans) =>
      new Promise((resolve, reject) => {
        const done: Exported = ({ error, code }) => {
          if (code === 0) resolve();
          else reject(error ?? new Error('The collector refused the spans.'));
        };
        exporter.export(
          spans.map((span) => readableSpan(span, resource)),
          done,
        );
      }),
  };
}

/** The exporter's enumeration has these texts as its values, and its package does not export it. */
function compressionOf(name: TracingSettings['compression']): NonNullable<ExporterConfig['compression']> {
  return name as NonNullable<ExporterConfig['compression']>;
}
