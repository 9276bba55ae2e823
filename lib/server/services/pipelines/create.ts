import type { PipelineDocument } from '@/engine/index';
import type { CreatePipelineInput } from '@/lib/contracts/pipelines';
import { newId } from '../../ids';
import { insertPipeline } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { listSecretNames } from '../secrets/list';
import { nameOf, readDocument, versionText, withName } from './text';

/**
 * Makes a pipeline, empty or from a document in any accepted form.
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 */
export async function createPipeline(ctx: ServiceContext, input: CreatePipelineInput) {
  const document: PipelineDocument =
    input.text === undefined ? { steps: [] } : await readDocument(input.text, ctx.maxSteps);
  const name = input.name ?? (document.name === undefined ? nameOf(document) : undefined);
  const named = name === undefined ? document : withName(document, name);
  const id = newId('pipeline');
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  await insertPipeline(ctx.sql, id, await versionText(named, ctx.descriptors, known));
  return { id, version: 1 };
}
