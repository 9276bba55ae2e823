import { readFile } from 'node:fs/promises';
import { firstProblem, pathText, problemText, type TestFile, testFileSchema } from '@/engine';

/** A file with tests, or why it cannot be read, as a sentence. */
export type LoadedTests =
  | { readonly ok: true; readonly file: TestFile }
  | { readonly ok: false; readonly message: string };

/** Reads the tests beside a pipeline file. */
export async function loadTests(path: string): Promise<LoadedTests> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint =
      error instanceof SyntaxError ? 'Correct the JSON.' : 'Export the tests of the pipeline to it.';
    return { ok: false, message: `Cannot read the tests in ${path}: ${reason.replace(/\.$/, '')}. ${hint}` };
  }
  const parsed = testFileSchema.safeParse(value);
  if (parsed.success) return { ok: true, file: parsed.data };
  const { path: place, issue } = firstProblem(parsed.error);
  const problem = problemText(pathText(place, 'the file'), issue);
  return { ok: false, message: `${path} is not a valid test file: ${problem} Correct the file.` };
}
