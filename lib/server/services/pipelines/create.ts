import { type PipelineDocument, untitledName } from '@/engine';
import type { CreatePipelineInput, VersionOrigin } from '@/lib/contracts/pipelines';
import { newId } from '../../ids';
import { insertPipeline, untitledNames } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { draftText, readDocument, versionText, withName } from './text';

/**
 * Creates a pipeline, empty or from a document in any accepted form. Without a name it gets a numbered one; two that
 * are created at the same time can get the same.
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 */
export async function createPipeline(
  ctx: ServiceContext,
  input: CreatePipelineInput,
  origin: VersionOrigin = input.text === undefined ? 'save' : 'import',
) {
  const read: PipelineDocument =
    input.text === undefined ? { steps: [] } : await readDocument(input.text, ctx.maxSteps);
  const name =
    input.name ?? (read.name === undefined ? untitledName(await untitledNames(ctx.sql)) : undefined);
  const document = name === undefined ? read : withName(read, name);
  const id = newId('pipeline');
  const draft = await draftText(ctx, document);
  const version = versionText({ document, before: undefined, origin, draft });
  await insertPipeline(ctx.sql, id, { draft, version });
  return { id, version: 1 };
}
