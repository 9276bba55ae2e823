'use server';

import {
  type BreakpointInput,
  type BreakpointList,
  breakpointInput,
  type SetBreakpointInput,
  type SetPauseOnFailureInput,
  setPauseOnFailureInput,
} from '@/lib/contracts/breakpoints';
import type { Answer } from '@/lib/contracts/errors';
import type { TryFunctionAnswer, TryFunctionInput } from '@/lib/contracts/functions';
import { type OrganisePipelineInput, organisePipelineInput } from '@/lib/contracts/pipeline-organisation';
import * as contract from '@/lib/contracts/pipelines';
import { type StartTryInput, startTryInput } from '@/lib/contracts/reruns';
import {
  type DraftStartInput,
  type StartDraftResult,
  type StartResult,
  type StartRunInput,
  startRunInput,
} from '@/lib/contracts/runs';
import { answerOf } from '@/lib/server';
import { guard } from '../server';

/** Creates a pipeline, empty or from a document. */
export async function createPipeline(input: contract.CreatePipelineInput): Promise<contract.CreateResult> {
  return guard((app) => app.pipelines.create(contract.createPipelineInput.parse(input)));
}

/** Stores the draft; refused with `conflict` and a `SaveConflict` when another tab saved first. */
export async function saveDraft(input: contract.SaveDraftInput): Promise<contract.SaveDraftResult> {
  return guard((app) => app.pipelines.saveDraft(contract.saveDraftInput.parse(input)));
}

/** Makes a version of the draft, with or without a name; refused with `conflict` like a draft. */
export async function saveVersion(input: contract.SaveVersionInput): Promise<contract.SaveVersionResult> {
  return guard((app) => app.pipelines.saveVersion(contract.saveVersionInput.parse(input)));
}

/** Replaces the draft by a version; the previous draft becomes a version first. */
export async function restoreVersion(input: contract.RestoreVersionInput): Promise<contract.SaveDraftResult> {
  return guard((app) => app.pipelines.restore(contract.restoreVersionInput.parse(input)));
}

/** Renames a pipeline, which makes a new version. */
export async function renamePipeline(id: string, name: string): Promise<contract.SaveResult> {
  return guard((app) => app.pipelines.rename(contract.renamePipelineInput.parse({ id, name })));
}

/** Sets folder and tags of a pipeline, and pins it to the top of the list; makes no version. */
export async function setOrganisation(input: OrganisePipelineInput): Promise<Answer> {
  return guard((app) => app.pipelines.organise(organisePipelineInput.parse(input)));
}

/** Copies a pipeline. */
export async function duplicatePipeline(id: string): Promise<contract.CreateResult> {
  return guard((app) => app.pipelines.duplicate(contract.pipelineIdInput.parse({ id })));
}

/** Deletes a pipeline; its runs stay. */
export async function deletePipeline(id: string): Promise<Answer> {
  return guard((app) => app.pipelines.remove(contract.pipelineIdInput.parse({ id })));
}

/** Starts a run and returns its record; refused with `invalid` and `Diagnostic[]` when a problem blocks it. */
export async function startRun(input: StartRunInput): Promise<StartResult> {
  return guard((app) => app.runs.startShown(startRunInput.parse(input)));
}

/**
 * Stores the draft as `saveDraft` does, then starts it as `startRun` does; the draft stays saved when the start is
 * refused.
 */
export async function startDraft(
  draft: contract.SaveDraftInput,
  { params, idempotencyKey }: DraftStartInput,
): Promise<StartDraftResult> {
  return guard(async (app) => {
    const saved = await app.pipelines.saveDraft(contract.saveDraftInput.parse(draft));
    // Only the editor starts a draft: a person watches the run.
    const place = { pipelineId: draft.id, revision: saved.revision };
    const start = { ...place, params, idempotencyKey, breakpoints: true };
    const started = await answerOf(app, () => app.runs.startShown(startRunInput.parse(start)));
    return { saved, started };
  });
}

/** Starts a run of one step of the draft, of the steps up to it, or from it. */
export async function tryStep(input: StartTryInput): Promise<StartResult> {
  return guard((app) => app.runs.try(startTryInput.parse(input)));
}

/** Runs the function of a transform, saved or not, on data of the newest run. */
export async function tryFunction(input: TryFunctionInput): Promise<Answer<{ answer: TryFunctionAnswer }>> {
  return guard(async (app) => ({ answer: await app.functions.try(input) }));
}

/** Adds a breakpoint, or replaces the one with its id. */
export async function setBreakpoint(input: SetBreakpointInput): Promise<Answer<BreakpointList>> {
  return guard((app) => app.runs.setBreakpoint(input));
}

/** Removes a breakpoint. */
export async function removeBreakpoint(input: BreakpointInput): Promise<Answer<BreakpointList>> {
  return guard((app) => app.runs.removeBreakpoint(breakpointInput.parse(input)));
}

/** Sets whether every failure pauses runs that a person starts. */
export async function setPauseOnFailure(input: SetPauseOnFailureInput): Promise<Answer<BreakpointList>> {
  return guard((app) => app.runs.setPauseOnFailure(setPauseOnFailureInput.parse(input)));
}
