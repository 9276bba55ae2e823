import { createReadStream } from 'node:fs';
import {
  type Diagnostic,
  importPipeline,
  isRunnable,
  MAX_DOCUMENT_BYTES,
  type PipelineDocument,
  validate,
} from '@/engine';
import { catalogue } from '@/engine/actions';
import { ConfigError, localMaxSteps } from '@/lib/server/local';
import { readUpTo } from './read-up-to';

/** A problem as the command line prints it, with its position when the text cannot be parsed. */
export type Problem = Diagnostic & { readonly line?: number; readonly column?: number };

/** A pipeline file with its problems. */
export type Loaded =
  | { readonly ok: true; readonly document: PipelineDocument; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads and checks a pipeline file; `-` reads standard input. `ok` is false when a run is refused. */
export async function loadPipeline(file: string): Promise<Loaded> {
  let text: string | undefined;
  try {
    text = await readUpTo(file === '-' ? process.stdin : createReadStream(file), MAX_DOCUMENT_BYTES);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [documentProblem(`Cannot read ${file}: ${reason}. Check the path.`)] };
  }
  if (text === undefined) {
    const most = MAX_DOCUMENT_BYTES / 1024 / 1024;
    const message = `${file} is larger than the limit of ${most} MB for a pipeline. Check the path, or move large values into params.`;
    return { ok: false, problems: [documentProblem(message)] };
  }
  const limit = readLimit();
  if (typeof limit !== 'number') return { ok: false, problems: [limit] };
  const imported = importPipeline(text, { maxSteps: limit });
  if (!imported.ok) {
    const { message, line, column } = imported.problem;
    const place = line === undefined || column === undefined ? {} : { line, column };
    return { ok: false, problems: [{ ...documentProblem(message), ...place }] };
  }
  const problems = validate(imported.document, catalogue.descriptors);
  if (!isRunnable(problems)) return { ok: false, problems };
  return { ok: true, document: imported.document, problems };
}

/** The limit of steps, or the reason why the settings are invalid. */
function readLimit(): number | Problem {
  try {
    return localMaxSteps();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return settingProblem(error);
  }
}

/** An invalid setting. */
export function settingProblem({ message }: ConfigError): Problem {
  return { code: 'invalid_setting', severity: 'error', path: '', message };
}

function documentProblem(message: string): Problem {
  return { code: 'invalid_document', severity: 'error', path: '', message };
}
