import type { Breakpoint, BreakpointPlace } from '@/engine/run/debug/breakpoint';

/** A random id: two tabs may add breakpoints at the same time. */
export function newBreakpointId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** A plain breakpoint at a place. */
export function newBreakpoint(at: BreakpointPlace): Breakpoint {
  return { id: newBreakpointId(), at, when: 'before', enabled: true };
}
