import { loadPipeline } from '../load';
import { EXIT, printJson, printLine, printProblems } from '../output';

/** Checks a pipeline file without running it. @returns the exit code */
export async function validateFile(file: string, options: { readonly json: boolean }): Promise<number> {
  const { ok, problems } = await loadPipeline(file);
  if (options.json) printJson({ valid: ok, problems });
  else {
    printProblems(problems);
    if (ok) printLine(problems.length === 0 ? `${file} has no problems.` : `${file} can run.`);
  }
  return ok ? EXIT.completed : EXIT.refused;
}
