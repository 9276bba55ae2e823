import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { callServer } from '@/client/api';
import { runTest } from '@/engine';
import { catalogue } from '@/engine/actions';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { openTestPorts } from '@/lib/server/local';
import { junitText } from '../junit';
import { loadPipeline, type Problem } from '../load';
import { loadTests } from '../load-tests';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { refuseRequest } from '../refuse-request';
import { type TestSuite, testLines, totalsOfSuites } from '../test-lines';

export interface TestOptions {
  readonly junit?: string;
  readonly server: string;
  readonly json: boolean;
}

/** Thrown for a file that cannot be tested. */
class Refusal extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('refused');
    this.problems = problems;
  }
}

/**
 * Runs the tests of pipelines. Files are tested in this process, without server, effects and secrets.
 * @returns the exit code
 */
export async function testPipelines(targets: readonly string[], options: TestOptions): Promise<number> {
  try {
    const suites: TestSuite[] = [];
    for (const target of targets.length > 0 ? targets : await testsHere())
      suites.push(isFile(target) ? await testFile(target) : await testOnServer(target, options));
    return await report(suites, options);
  } catch (error) {
    if (!(error instanceof Refusal)) return refuseRequest(error, options);
    if (options.json) printJson({ problems: error.problems });
    else printProblems(error.problems);
    return EXIT.refused;
  }
}

async function report(suites: readonly TestSuite[], { junit, json }: TestOptions): Promise<number> {
  const { passed, failed } = totalsOfSuites(suites);
  if (junit !== undefined) await writeJunit(junit, suites);
  if (json) printJson({ passed, failed, suites });
  else for (const line of testLines(suites)) printLine(line);
  return failed > 0 ? EXIT.failed : EXIT.completed;
}

async function writeJunit(file: string, suites: readonly TestSuite[]): Promise<void> {
  try {
    await writeFile(file, junitText(suites));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`Cannot write ${file}: ${reason}. Check the path.`);
  }
}

const TESTS = '.tests.json';

/** The files with tests in this folder. */
async function testsHere(): Promise<string[]> {
  const files = (await readdir('.')).filter((name) => name.endsWith(TESTS)).sort();
  if (files.length === 0)
    throw refusal(
      `This folder has no tests. Put them in a file such as pipeline${TESTS}, or name a pipeline.`,
    );
  return files;
}

function isFile(target: string): boolean {
  return target.endsWith('.json') || existsSync(target);
}

async function testFile(file: string): Promise<TestSuite> {
  const base = file.endsWith(TESTS) ? file.slice(0, -TESTS.length) : file.replace(/\.json$/, '');
  const pipelineFile = file.endsWith(TESTS) ? `${base}.json` : file;
  const tests = await loadTests(`${base}${TESTS}`);
  if (!tests.ok) throw refusal(tests.message);
  const loaded = await loadPipeline(pipelineFile);
  if (!loaded.ok) throw new Refusal(loaded.problems);
  const ports = openTestPorts();
  try {
    const results = [];
    for (const test of tests.file.tests)
      results.push(await runTest({ document: loaded.document, test, catalogue, ports }));
    return { name: pipelineFile, results };
  } finally {
    await ports.close();
  }
}

async function testOnServer(id: string, { server }: TestOptions): Promise<TestSuite> {
  const { results } = await callServer(server, testEndpoints.run, { id });
  return { name: id, results };
}

function refusal(message: string): Refusal {
  return new Refusal([{ code: 'invalid_document', severity: 'error', path: '', message }]);
}
