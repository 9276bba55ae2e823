import {
  parseTraceparent,
  type RunTrace,
  readTracestate,
  type SentTrace,
  type TracedRun,
  traceIdOf,
} from '@/engine';
import type { Sampler } from '../adapters/otlp/settings';

/**
 * The trace of a new run; undefined when it has none: its request names no trace and this process exports none.
 * @param sampler undefined when no spans are exported
 */
export function newTrace(
  runId: string,
  sent: SentTrace | undefined,
  sampler: Sampler | undefined,
): RunTrace | undefined {
  const parent = parseTraceparent(sent?.traceparent) && sent?.traceparent?.trim();
  if (parent === undefined && sampler === undefined) return undefined;
  const state = parent === undefined ? undefined : readTracestate(sent?.tracestate);
  const trace: RunTrace = {
    ...(parent === undefined ? {} : { parent }),
    ...(state === undefined ? {} : { state }),
  };
  return sampler === undefined ? trace : { ...trace, sampled: isSampled({ runId, trace }, sampler) };
}

function isSampled(run: TracedRun, { followsParent, ratio }: Sampler): boolean {
  const parent = parseTraceparent(run.trace?.parent);
  if (followsParent && parent) return parent.isSampled;
  return shareOf(traceIdOf(run)) < ratio;
}

/** A number from 0 to below 1 for a trace, the same in every service that uses OpenTelemetry's SDK for JavaScript. */
function shareOf(traceId: string): number {
  let folded = 0;
  for (let at = 0; at < traceId.length; at += 8) {
    folded = (folded ^ Number.parseInt(traceId.slice(at, at + 8), 16)) >>> 0;
  }
  return folded / 2 ** 32;
}
