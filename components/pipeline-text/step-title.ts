import type { ActionDescriptor, Descriptors, PipelineDocument, StepDocument } from '@/engine';

/** The title of a step: its name, otherwise the action's title, otherwise its id. */
export function stepTitle(step: StepDocument, descriptor: ActionDescriptor | undefined): string {
  const name = step.name?.trim();
  return name || descriptor?.title || step.id;
}

/** `stepTitle` by id. */
export function titleOf(document: PipelineDocument, id: string, descriptors: Descriptors): string {
  const step = document.steps.find((one) => one.id === id);
  return step === undefined ? id : stepTitle(step, descriptors.find(step.action));
}
