import { stepTitle } from '@/components/pipeline-text/step-title';
import { ancestors, type Descriptors, descendants, type Graph, type PipelineDocument } from '@/engine';

/** A step to choose, or the reason why it cannot be chosen. */
export interface StepChoice {
  readonly id: string;
  readonly title: string;
  /** Why it cannot be chosen; undefined when it can. */
  readonly refused: string | undefined;
}

/** Whether the chosen step would run after or before this one. */
export type ChoiceDirection = 'after' | 'before';

export interface StepChoicesInput {
  readonly document: PipelineDocument;
  readonly descriptors: Descriptors;
  readonly graph: Graph;
  readonly stepId: string;
  readonly direction: ChoiceDirection;
}

/** Every other step, with a reason if choosing it would create a cycle. */
export function stepChoices({
  document,
  descriptors,
  graph,
  stepId,
  direction,
}: StepChoicesInput): StepChoice[] {
  const before = ancestors(graph, stepId);
  const after = descendants(graph, stepId);
  return document.steps.flatMap((step) => {
    if (step.id === stepId) return [];
    const title = stepTitle(step, descriptors.find(step.action));
    return [{ id: step.id, title, refused: refusal(direction, step.id, { before, after }) }];
  });
}

function refusal(
  direction: ChoiceDirection,
  id: string,
  around: { before: Set<string>; after: Set<string> },
): string | undefined {
  if (direction === 'after' && around.before.has(id)) return 'runs before this step (cycle)';
  if (direction === 'before' && around.after.has(id)) return 'runs after this step (cycle)';
  return undefined;
}
