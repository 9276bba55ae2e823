import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { type Diagnostic, importPipeline, isRunnable, type PipelineDocument, validate } from '@/engine';
import { catalogue } from '@/engine/actions';

/** A problem as the command line prints it; a place in the text when the text itself is broken. */
export type Problem = Diagnostic & { readonly line?: number; readonly column?: number };

/** A pipeline read from a file, with what is wrong with it. */
export type Loaded =
  | { readonly ok: true; readonly document: PipelineDocument; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads and checks a pipeline file; `-` reads standard input. `ok` is false when a run is refused. */
export async function loadPipeline(file: string): Promise<Loaded> {
  let text: string;
  try {
    text = file === '-' ? await readText(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [documentProblem(`Cannot read ${file}: ${reason}. Check the path.`)] };
  }
  const imported = importPipeline(text);
  if (!imported.ok) {
    const { message, line, column } = imported.problem;
    const place = line === undefined || column === undefined ? {} : { line, column };
    return { ok: false, problems: [{ ...documentProblem(message), ...place }] };
  }
  const problems = validate(imported.document, catalogue.descriptors);
  if (!isRunnable(problems)) return { ok: false, problems };
  return { ok: true, document: imported.document, problems };
}

function documentProblem(message: string): Problem {
  return { code: 'invalid_document', severity: 'error', path: '', message };
}
