import { validation } from '@/engine';
import type { ValidatePipelineInput, Validation } from '@/lib/contracts/pipelines';
import { inTurns } from '../../in-turns';
import type { ServiceContext } from '../context';
import { listSecretNames } from '../secrets/list';
import { readDocument } from './text';

/**
 * Checks a document as a save and a start do, without storing it.
 * @throws Invalid when the text is not a pipeline
 * @throws TooLarge
 */
export async function validatePipeline(
  ctx: ServiceContext,
  input: ValidatePipelineInput,
): Promise<Validation> {
  const document = await readDocument(input.text, ctx.maxSteps);
  const known = { secrets: await listSecretNames(ctx), maxSteps: ctx.maxSteps };
  return { diagnostics: await inTurns(validation(document, ctx.descriptors, known)) };
}
