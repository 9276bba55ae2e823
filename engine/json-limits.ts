/** Deepest nesting of a received value: run parameters, signals, bodies of webhooks, responses. */
export const MAX_LEVELS = 64;

/** Deepest nesting of a pipeline document, and of an output. */
export const MAX_DOCUMENT_LEVELS = 200;

/** Largest number of different names: a new name costs far more than a value with a known one. */
export const MAX_NAMES = 50_000;

/** Largest pipeline document, in bytes of UTF-8. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Largest run parameters that a person or a program sends, in bytes of JSON text. */
export const MAX_PARAMS_BYTES = 1024 * 1024;

/** Largest value of a signal, in bytes of JSON text. */
export const MAX_SIGNAL_BYTES = 64 * 1024;

/** Default limit of steps of a pipeline, which the installation can change. */
export const MAX_STEPS = 2000;

/**
 * Whether a value is nested more than `levels` deep. Uses a stack of its own, so that a value of any depth can be
 * checked.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const open: unknown[][] = [[value]];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.length === 0) {
      open.pop();
      continue;
    }
    const inner = level.pop();
    if (typeof inner !== 'object' || inner === null) continue;
    if (open.length > levels) return true;
    open.push(Object.values(inner));
  }
  return false;
}

/** The problem of a value that is nested too deeply, as the end of a sentence that begins with its name. */
export function tooDeep(levels: number): string {
  return `is nested more than ${levels} levels deep`;
}

/** Length of a text in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Why a document is too large to be stored, as a sentence; undefined when it is not. */
export function refuseSize(text: string): string | undefined {
  const bytes = bytesOf(text);
  if (bytes <= MAX_DOCUMENT_BYTES) return undefined;
  return `The pipeline is ${megabytes(bytes)} MB. The limit is ${megabytes(MAX_DOCUMENT_BYTES)} MB. Pass large values as run parameters or by URL.`;
}

/** Why a pipeline has too many steps, as a sentence; undefined when it has not. */
export function refuseSteps(count: number, most: number): string | undefined {
  if (count <= most) return undefined;
  return `The pipeline has ${count.toLocaleString('en')} steps. The limit is ${most.toLocaleString('en')}.`;
}

/** Hint about too many steps. */
export const FEWER_STEPS =
  'Split it into pipelines that start each other, use a loop for repeated steps, or raise PIPELINE_MAX_STEPS.';

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
