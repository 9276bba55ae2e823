import { expect, it, test } from 'vitest';
import { formatTraceparent, parseTraceparent, readTracestate } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it('reads a traceparent with its flag', () => {
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: true,
  });
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-02`)?.isSampled).toBe(false);
  expect(parseTraceparent(`01-${TRACE}-${SPAN}-01-later`)?.spanId).toBe(SPAN);
});

test.each([
  undefined,
  '',
  'text',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
])('ignores %s', (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

it('writes what it reads', () => {
  const text = `00-${TRACE}-${SPAN}-01`;
  const parsed = parseTraceparent(text);
  expect(parsed && formatTraceparent(parsed)).toBe(text);
});

it('passes on a valid tracestate only', () => {
  expect(readTracestate(' vendor=a,other@b=c ')).toBe('vendor=a,other@b=c');
  expect(readTracestate('a=b\r\nx-injected: 1')).toBeUndefined();
  expect(readTracestate(`a=${'x'.repeat(600)}`)).toBeUndefined();
  expect(readTracestate('')).toBeUndefined();
});
