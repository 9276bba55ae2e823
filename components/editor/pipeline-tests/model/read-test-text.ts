import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import type { TextProblem } from '@/components/pipeline-text/text-problem';
import { type PipelineTest, pipelineTestSchema } from '@/engine/run/test/schema';
import { firstProblem, pathText, problemText } from '@/engine/schema-problem';

/** The test that a JSON text means, or why it means none. */
export type ReadTestText =
  | { readonly ok: true; readonly test: PipelineTest }
  | { readonly ok: false; readonly problem: TextProblem };

/** Reads a whole test from JSON text. */
export function readTestText(text: string): ReadTestText {
  const parsed = parseJsonText(text);
  if (!parsed.ok)
    return { ok: false, problem: { ...parsed.error, message: describeJsonError(parsed.error) } };
  const checked = pipelineTestSchema.safeParse(parsed.value);
  if (checked.success) return { ok: true, test: checked.data };
  const { path, issue } = firstProblem(checked.error);
  return {
    ok: false,
    problem: { message: `${problemText(pathText(path, 'The test'), issue)} Correct the text.` },
  };
}

/** A whole test as JSON text. */
export function textOfTest(test: PipelineTest): string {
  return JSON.stringify(test, null, 2);
}
