import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Lines of an error that are repeated at the end of `npm test`. */
const LINES = 12;

const reportSchema = z.object({
  passed: z.int(),
  failures: z.array(z.object({ name: z.string(), error: z.string() })),
});

/** What a run of a test runner came to. `name` is what failed: mostly a file and a test. */
export type Report = z.infer<typeof reportSchema>;

/** A failure as a report keeps it: its errors without colors. */
export function failure(name: string, errors: readonly string[]): Report['failures'][number] {
  return { name, error: stripVTControlCharacters(errors.join('\n')) };
}

/** The failure of a program that reports none itself: the end of its output, where most programs say why. */
export function programFailure(name: string, output: string): Report['failures'][number] {
  return failure(name, linesOf(output).slice(-LINES));
}

/** Lines of a text but empty ones. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Writes a report into the folder that scripts/test.ts reads. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(report));
}

/** Adds up the reports of a folder. */
export async function readReports(folder: string): Promise<Report> {
  const names = await readdir(folder);
  const reports = await Promise.all(
    names.map(async (name) => reportSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failures: reports.flatMap(({ failures }) => failures),
  };
}

/** The failures as the end of `npm test` prints them: the outputs above are long, and a log may keep only its end. */
export function describeFailures(failures: Report['failures']): string {
  return failures
    .map(({ name, error }) => {
      const lines = linesOf(error).slice(0, LINES);
      return [`Failed: ${name}`, ...lines.map((line) => `  ${line}`)].join('\n');
    })
    .join('\n\n');
}
