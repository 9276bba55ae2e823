import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import { type Observable, patch } from '@/components/ui/observable';
import type { Json, JsonObject } from '@/engine';
import type { Samples } from './samples';

/** An open pipeline, as far as its examples need it. */
export interface Sampled {
  readonly pipelineId: string;
  readonly samples: Observable<Samples>;
}

/** Loads the examples that were typed in this browser. They are not part of the document. */
export function loadTypedSamples({ pipelineId, samples }: Sampled): void {
  patch(samples, { typed: readKeptDraft(keyOf(pipelineId)) ?? {} });
}

/** Sets or removes the typed example of a param. */
export function setTypedSample(sampled: Sampled, name: string, value: Json | undefined): void {
  const { [name]: _, ...others } = sampled.samples.get().typed;
  store(sampled, value === undefined ? others : { ...others, [name]: value });
}

/** Keeps the typed example of a param that gets another name. */
export function renameTypedSample(sampled: Sampled, name: string, next: string): void {
  const value = sampled.samples.get().typed[name];
  if (value === undefined) return;
  setTypedSample(sampled, name, undefined);
  setTypedSample(sampled, next, value);
}

function store({ pipelineId, samples }: Sampled, typed: JsonObject): void {
  patch(samples, { typed });
  if (Object.keys(typed).length === 0) dropDraft(keyOf(pipelineId));
  else keepDraft(keyOf(pipelineId), typed);
}

function keyOf(pipelineId: string): string {
  return `pipewright.samples.${pipelineId}`;
}
