import { ActionError, type FailureKind } from '@/engine';
import type { SandboxLimits } from './limits';
import type { Fault, Job } from './messages';

/** The parameter that contains the function. */
const PATH = 'params.function';

/** Longest text of the author in a message, in characters. */
const MAX_TEXT = 500;

const KINDS: Partial<Record<Fault['why'], FailureKind>> = {
  syntax: 'invalid_params',
  source: 'invalid_params',
  kind: 'invalid_params',
  time: 'timeout',
};

const ADVICE: Partial<Record<Fault['why'], string>> = {
  memory: 'Return less, or process fewer items.',
  time: 'Process fewer items, or simplify the function.',
};

/** Converts a fault to a failure of the step. */
export function failureOf(fault: Fault, job: Pick<Job, 'timeMs'>, limits: SandboxLimits): ActionError {
  const item = fault.item === undefined ? '' : ` (item ${fault.item})`;
  const said = sentence(fault, job, limits).replace(/\.$/, '');
  const advice = ADVICE[fault.why];
  const message = `${positionOf(fault)}${said}${item}.${advice === undefined ? '' : ` ${advice}`}`;
  return refusal(KINDS[fault.why] ?? 'expression_error', message);
}

/** A failure that the function caused. */
export function refusal(kind: FailureKind, message: string): ActionError {
  return new ActionError(kind, message, { path: PATH });
}

function positionOf({ line, column }: Fault): string {
  if (line === undefined) return '';
  return column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `;
}

function sentence(
  { why, text, line }: Fault,
  { timeMs }: Pick<Job, 'timeMs'>,
  limits: SandboxLimits,
): string {
  switch (why) {
    case 'syntax':
      return `This is not a single JavaScript function: ${short(text)}`;
    case 'source':
      return `The function must be a single function, such as (item) => item.name, but is ${text}`;
    case 'kind':
      return `The function must be synchronous, but is ${kindName(text)}; remove async and *`;
    case 'thrown':
      return short(text);
    case 'async':
      return 'The function returned a promise; return the value itself';
    case 'value':
      return `The function returned ${text}, which is not a JSON value`;
    case 'empty':
      return 'The list is empty and initial is not set; set initial';
    case 'input':
      return `The items could not be read: ${short(text)}`;
    case 'output':
      return `The result exceeds ${megabytes(limits.outputLength)} MB of JSON; return less for each item`;
    case 'memory':
      return `The function needed more than ${megabytes(limits.memoryBytes)} MB of memory`;
    case 'stack':
      if (line === undefined) return 'The result is nested too deeply, or contains itself';
      return `The function calls itself too deeply (its stack is ${limits.stackBytes / 1024} KiB)`;
    case 'time':
      return `The function was still running after ${timeMs / 1000} s of CPU time and was stopped`;
    case 'changed':
      return 'The function modified JSON, so its result cannot be read';
    case 'broken':
      return 'The function crashed its interpreter';
  }
}

function kindName(text: string): string {
  if (text.includes('Generator')) return text.includes('Async') ? 'an async generator' : 'a generator';
  return 'an async function';
}

function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function megabytes(count: number): number {
  return Math.round(count / 1024 / 1024);
}
