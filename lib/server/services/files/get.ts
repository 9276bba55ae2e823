import type { RunFile } from '@/lib/contracts/files';
import { expiryText, missingText } from '../../files';
import { fileOfRun } from '../../store/files';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/**
 * A file of a run with its content.
 * @param input.file its id, or the SHA-256 of its content
 * @throws NotFound also when only other runs have it, and when it has expired
 */
export async function getFile(
  ctx: ServiceContext,
  input: { runId: string; file: string },
): Promise<{ file: RunFile; content: Uint8Array }> {
  const file = await fileOfRun(ctx.sql, input.runId, input.file);
  if (!file)
    throw new NotFound(`The run ${input.runId} has no file ${input.file}. Check the list of its files.`);
  if (file.expiredAt !== null) throw new NotFound(expiryText(file.name, file.expiredAt));
  const content = await ctx.blobs.get(file.sha256);
  if (!content) throw new NotFound(missingText(file.name));
  return { file, content };
}
