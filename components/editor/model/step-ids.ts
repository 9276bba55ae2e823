import { type PipelineDocument, STEP_ID } from '@/engine';

/** An unused id from the action type: `http_request`, then `http_request_2`. */
export function newStepId(document: PipelineDocument, base: string): string {
  return uniqueId(base, new Set(document.steps.map((step) => step.id)));
}

/** `base`, or `base_2`, `base_3`… when it is taken. A number at the end of `base` is increased. */
export function uniqueId(base: string, taken: ReadonlySet<string>): string {
  const clean = cleanId(base);
  if (!taken.has(clean)) return clean;
  const stem = clean.replace(/_\d+$/, '') || clean;
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** Why a step cannot have an id, as a sentence; undefined when it can. */
export function refuseStepId(document: PipelineDocument, current: string, next: string): string | undefined {
  if (next === current) return undefined;
  if (next === '') return 'Enter a step ID.';
  if (!STEP_ID.test(next)) {
    return `“${next}” is not a valid ID. Use up to 100 letters, digits, _ and -, starting with a letter or digit.`;
  }
  if (document.steps.some((step) => step.id === next)) return `Another step has the ID ${next}.`;
  return undefined;
}

function cleanId(base: string): string {
  const clean = base
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[_-]+/, '')
    .slice(0, 90);
  return clean || 'step';
}
