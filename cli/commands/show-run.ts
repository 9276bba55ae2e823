import { createReadStream } from 'node:fs';
import { foldEvents, importPipeline } from '@/engine';
import { MAX_RUN_FILE_BYTES, parseRunFile, type RunFile, refuseRunFileSize } from '@/lib/contracts/run-file';
import { EXIT, printJson, printLine } from '../output';
import { readUpTo } from '../read-up-to';
import { runReport } from '../report';
import { runLine } from '../run-line';

/** Prints what happened in the run of a file, without a server. Nothing is executed. @returns the exit code */
export async function showRun(file: string, options: { readonly json: boolean }): Promise<number> {
  const read = await readFile(file);
  if ('problem' in read) {
    const problem = { code: 'refused', severity: 'error', path: '', message: read.problem };
    if (options.json) printJson({ problems: [problem] });
    else process.stderr.write(`${read.problem}\n`);
    return EXIT.refused;
  }
  if (options.json) printReport(read);
  else printLines(read);
  return EXIT.completed;
}

async function readFile(path: string): Promise<RunFile | { readonly problem: string }> {
  try {
    const stream = path === '-' ? process.stdin : createReadStream(path);
    const text = await readUpTo(stream, MAX_RUN_FILE_BYTES);
    if (text === undefined) return { problem: refuseRunFileSize(Number.POSITIVE_INFINITY) ?? '' };
    const parsed = parseRunFile(text);
    return parsed.ok ? parsed.file : { problem: parsed.problem };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `Cannot read ${path}: ${reason}. Check the path.` };
  }
}

function printLines({ run, events, exported_at: exportedAt }: RunFile): void {
  printLine(
    `${run.pipelineName} run #${run.number}, v${run.version}: ${run.status}. Exported ${exportedAt}.`,
  );
  for (const event of events) {
    const line = runLine(event);
    if (line !== undefined) printLine(`${event.at} ${line}`);
  }
}

function printReport({ run, events }: RunFile): void {
  const imported = importPipeline(run.documentText);
  const document = imported.ok ? imported.document : { steps: [] };
  printJson(runReport(document, foldEvents(events)));
}
