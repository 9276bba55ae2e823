import type { TracingSettings } from '../adapters/otlp/settings';
import { SpanQueue, type SpanQueueOptions } from './span-queue';

/** The export of spans, when it is configured. The exporter is loaded only then. */
export async function openSpanQueue(
  settings: TracingSettings | undefined,
  options: Omit<SpanQueueOptions, 'exporter'>,
): Promise<SpanQueue | undefined> {
  if (!settings) return undefined;
  const { createSpanExporter } = await import('../adapters/otlp/exporter');
  return new SpanQueue({ ...options, exporter: createSpanExporter(settings) });
}
