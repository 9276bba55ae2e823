import { callServer } from '@/client/api';
import type { BreakpointList } from '@/lib/contracts/breakpoints';
import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { breakpointProblem, parseBreakpoint } from '../breakpoint-text';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { breakpointLines } from '../pause-lines';
import { refuseRequest } from '../refuse-request';

export interface BreakpointsOptions {
  /** Text of a breakpoint to add, such as `fast->announce:true`. */
  readonly add?: string;
  /** Id of the breakpoint that is added, or replaced. */
  readonly id?: string;
  /** Whether the added breakpoint also pauses runs of triggers. */
  readonly triggered: boolean;
  /** How long a pause may last, in seconds. */
  readonly timeout?: string;
  /** Whether the added breakpoint is off. */
  readonly off: boolean;
  /** Id of a breakpoint to remove. */
  readonly remove?: string;
  readonly pauseOnFailure?: 'on' | 'off';
  readonly server: string;
  readonly json: boolean;
}

/** Prints the breakpoints of a pipeline on a server, after a change of them. @returns the exit code */
export async function breakpoints(id: string, options: BreakpointsOptions): Promise<number> {
  try {
    const list = await changed(id, options);
    if (list === undefined) {
      printProblems([breakpointProblem(options.add ?? '')]);
      return EXIT.refused;
    }
    if (options.json) printJson(list);
    else for (const line of breakpointLines(list)) printLine(line);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}

/** Undefined when the breakpoint to add is none. */
async function changed(id: string, options: BreakpointsOptions): Promise<BreakpointList | undefined> {
  const { server, add, remove, pauseOnFailure } = options;
  if (add !== undefined) return put(id, add, options);
  if (remove !== undefined) return callServer(server, breakpointEndpoints.remove, { id, breakpoint: remove });
  if (pauseOnFailure !== undefined) {
    const value = pauseOnFailure === 'on';
    return callServer(server, breakpointEndpoints.setPauseOnFailure, { id, pause_on_failure: value });
  }
  return callServer(server, breakpointEndpoints.list, { id });
}

async function put(
  id: string,
  text: string,
  { server, id: name, triggered, off, timeout }: BreakpointsOptions,
): Promise<BreakpointList | undefined> {
  const parsed = parseBreakpoint(text, name ?? 'new');
  if (!parsed) return undefined;
  const { id: _, ...breakpoint } = parsed;
  return callServer(server, breakpointEndpoints.set, {
    ...breakpoint,
    id,
    breakpoint: name ?? (await freeId(server, id)),
    enabled: !off,
    ...(triggered ? { triggered } : {}),
    ...(timeout === undefined ? {} : { timeout_seconds: Number(timeout) }),
  });
}

/** The first of `b1`, `b2` … that no breakpoint of the pipeline has. */
async function freeId(server: string, id: string): Promise<string> {
  const { breakpoints: known } = await callServer(server, breakpointEndpoints.list, { id });
  const taken = new Set(known.map((each) => each.id));
  let number = 1;
  while (taken.has(`b${number}`)) number += 1;
  return `b${number}`;
}
