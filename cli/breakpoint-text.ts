import { type Breakpoint, breakpointSchema } from '@/engine';
import type { Problem } from './load';

/** `step`, `step[]` or `from->to:branch`; then ` on failure` and ` if condition`. */
const FORM = /^(?:([\w-]+)->([\w-]+)(?::(.+?))?|([\w-]+)(\[\])?)( on failure)?(?: if (.+))?$/s;

/** Breakpoints as texts: `announce`, `score[]`, `fast->announce:true`, `score on failure if error.kind == 'timeout'`. */
export function parseBreakpoints(
  texts: readonly string[],
): { ok: true; breakpoints: Breakpoint[] } | { ok: false; problems: Problem[] } {
  const breakpoints: Breakpoint[] = [];
  const problems: Problem[] = [];
  for (const [index, text] of texts.entries()) {
    const parsed = parseBreakpoint(text, `cli-${index + 1}`);
    if (parsed) breakpoints.push(parsed);
    else problems.push(breakpointProblem(text));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, breakpoints };
}

/** The breakpoints of a request that starts a run. */
export function runBreakpoints({
  breakpoints = false,
  breakpoint = [],
}: {
  readonly breakpoints?: boolean;
  readonly breakpoint?: readonly string[];
}): { ok: true; given: { breakpoints?: true | Breakpoint[] } } | { ok: false; problems: Problem[] } {
  const parsed = parseBreakpoints(breakpoint);
  if (!parsed.ok) return parsed;
  if (parsed.breakpoints.length > 0) return { ok: true, given: { breakpoints: parsed.breakpoints } };
  return { ok: true, given: breakpoints ? { breakpoints: true } : {} };
}

/** A breakpoint from its text; undefined when it is none. */
export function parseBreakpoint(text: string, id: string): Breakpoint | undefined {
  const found = FORM.exec(text.trim());
  if (!found) return undefined;
  const [, from, to, branch, step, iterations, failure, condition] = found;
  const edge = { from, to, ...(branch === undefined ? {} : { branch }) };
  const at = step === undefined ? edge : { step, ...(iterations ? { iterations: true } : {}) };
  const parsed = breakpointSchema.safeParse({
    id,
    at,
    when: failure ? 'failure' : 'before',
    ...(condition === undefined ? {} : { condition }),
  });
  return parsed.success ? parsed.data : undefined;
}

export function breakpointProblem(text: string): Problem {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: 'breakpoint',
    message: `--breakpoint ${text} is not a step or an edge.`,
    hint: 'Write --breakpoint announce, score[] for each iteration, or "fast->announce:true"; add " on failure" or " if params.n > 5".',
  };
}
