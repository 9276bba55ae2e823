import type { JsonObject } from '../../json';
import type { Pipeline } from '../../pipeline/schema';

/** Parameters that replace written ones in one run, by step. */
export type EditedInputs = Readonly<Record<string, JsonObject>>;

/** The pipeline with some parameters of its steps replaced. Canonical names. */
export function withInputs(pipeline: Pipeline, inputs: EditedInputs | undefined): Pipeline {
  if (inputs === undefined || Object.keys(inputs).length === 0) return pipeline;
  const steps = pipeline.steps.map((step) => {
    const edited = Object.hasOwn(inputs, step.id) ? inputs[step.id] : undefined;
    return edited ? { ...step, params: { ...step.params, ...edited } } : step;
  });
  return { ...pipeline, steps };
}
