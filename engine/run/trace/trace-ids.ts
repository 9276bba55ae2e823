import { sha256 } from '../../sha256';
import type { RunTrace } from '../state/run-trace';
import { type UnitAddress, unitKey } from '../state/unit';
import { formatTraceparent, parseTraceparent } from './trace-context';

/** A run, by the id that people see, and its trace. */
export interface TracedRun {
  readonly runId: string;
  readonly trace: RunTrace | undefined;
}

/** The trace of a run: that of the request that started it, else its own. Every process derives the same. */
export function traceIdOf({ runId, trace }: TracedRun): string {
  return parseTraceparent(trace?.parent)?.traceId ?? sha256(`trace ${runId}`).slice(0, 32);
}

/** The span of a run; with an address that of a step or iteration, with an attempt that of an attempt. */
export function spanIdOf(runId: string, address?: UnitAddress, attempt?: number): string {
  const unit = address ? ` ${unitKey(address)}` : '';
  const suffix = attempt === undefined ? '' : ` attempt ${attempt}`;
  return sha256(`span ${runId}${unit}${suffix}`).slice(0, 16);
}

/**
 * Headers that continue the trace of a run after one of its spans: W3C Trace Context. Where no spans are exported, the context
 * of the caller is passed on; without one, there are no headers.
 */
export function traceHeaders(
  run: TracedRun,
  ...span: [address?: UnitAddress, attempt?: number]
): Readonly<Record<string, string>> {
  const { runId, trace } = run;
  const traceparent =
    trace?.sampled === undefined
      ? trace?.parent
      : formatTraceparent({
          traceId: traceIdOf(run),
          spanId: spanIdOf(runId, ...span),
          isSampled: trace.sampled,
        });
  if (traceparent === undefined) return {};
  return { traceparent, ...(trace?.state === undefined ? {} : { tracestate: trace.state }) };
}
