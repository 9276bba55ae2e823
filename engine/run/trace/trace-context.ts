/** The context of a caller, as in its request. */
export interface SentTrace {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A `traceparent`, parsed. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** W3C Trace Context, section 3.2.2: version, trace id, parent id, flags, and what later versions add. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** W3C Trace Context, section 3.3.1.5: longer ones need not be propagated. */
const MAX_STATE = 512;

/** Members of a list: keys and values of visible characters. W3C Trace Context, section 3.3.1. */
const TRACESTATE = /^[ \t]*[a-z0-9][a-z0-9_\-*/@]*=[\x20-\x7e]*$/;

/** Parses a `traceparent`; undefined when it is invalid, because invalid ones are ignored. W3C Trace Context, section 4.3. */
export function parseTraceparent(text: string | undefined): TraceParent | undefined {
  const match = TRACEPARENT.exec(text?.trim() ?? '');
  if (!match) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = match;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** A `tracestate` that may be passed on; undefined when it is empty, too long or invalid. */
export function readTracestate(text: string | undefined): string | undefined {
  const state = text?.trim() ?? '';
  return state.length <= MAX_STATE && TRACESTATE.test(state) ? state : undefined;
}
