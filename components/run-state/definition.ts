import { titleOf } from '@/components/pipeline-text/step-title';
import {
  buildGraph,
  type Descriptors,
  type Graph,
  importPipeline,
  normalize,
  type PipelineDocument,
  type StepDocument,
} from '@/engine';

/** The definition that a run was started with, without later edits of the pipeline. */
export interface RunDefinition {
  readonly document: PipelineDocument;
  readonly graph: Graph;
  readonly descriptors: Descriptors;
  readonly steps: ReadonlyMap<string, StepDocument>;
}

/** Parses the definition of a run; undefined when the text is invalid, which the store prevents. */
export function readDefinition(text: string, descriptors: Descriptors): RunDefinition | undefined {
  const imported = importPipeline(text);
  if (!imported.ok) return undefined;
  const { document } = imported;
  const graph = buildGraph(normalize(document, descriptors), descriptors);
  return { document, graph, descriptors, steps: new Map(document.steps.map((step) => [step.id, step])) };
}

/** The title of a step: its name, otherwise its action's title, otherwise its id. */
export function stepTitle(definition: RunDefinition | undefined, id: string): string {
  return definition ? titleOf(definition.document, id, definition.descriptors) : id;
}
