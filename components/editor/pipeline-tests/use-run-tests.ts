'use client';

import { useState } from 'react';
import { callApi } from '@/client/api';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { TestResults } from '@/lib/contracts/pipeline-tests';
import { announce } from '../commands/command';
import { useSaving } from '../saving/saving-context';
import type { EditorSession } from '../session';
import { useSession } from '../use-editor';
import { keepTestRuns, markOf, type TestRun } from './model/test-runs';
import { resultText } from './model/test-words';

/** Runs tests of the draft. */
export interface TestRunning {
  /** The tests that run now; `all` for every test. */
  readonly running: ReadonlySet<string> | 'all' | undefined;
  /** Why the tests could not be run. */
  readonly problem: string | undefined;
  /** @param tests ids; @default all */
  run(tests?: readonly string[]): Promise<void>;
}

/** Runs tests with the shown document: unsaved edits are saved first. Announces the result. */
export function useRunTests(): TestRunning {
  const session = useSession();
  const controller = useSaving()?.controller;
  const [running, setRunning] = useState<TestRunning['running']>();
  const [problem, setProblem] = useState<string>();

  async function run(tests?: readonly string[]): Promise<void> {
    if (running !== undefined) return;
    setRunning(tests === undefined ? 'all' : new Set(tests));
    setProblem(undefined);
    try {
      const save = await controller?.flush();
      if (save !== undefined && save.status !== 'saved') throw new Error(NOT_SAVED);
      announce(session, resultText(await runSaved(session, tests)));
    } catch (error) {
      const message = messageOf(error);
      setProblem(message);
      announce(session, `The tests were not run. ${message}`);
    } finally {
      setRunning(undefined);
    }
  }

  return { running, problem, run };
}

const NOT_SAVED =
  'Your edits could not be saved, and tests run the saved draft. The edits are kept on this device: save them, then run the tests.';
const UNREACHABLE = 'The server cannot be reached. Check that the server is running, then try again.';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : UNREACHABLE;
}

/** Runs tests with the draft on the server. */
async function runSaved(session: EditorSession, tests?: readonly string[]): Promise<TestResults> {
  const mark = markOf(session.store.getState().document);
  const isWhole = tests === undefined;
  const results = await callApi(testEndpoints.run, {
    id: session.pipelineId,
    ...(isWhole ? {} : { tests: [...tests] }),
  });
  remember(session, results, { mark, isWhole });
  return results;
}

/** Keeps the results until the next run, also across a reload. A run of all tests replaces everything. */
function remember(
  { testRuns, pipelineId }: EditorSession,
  { results }: TestResults,
  { mark, isWhole }: { mark: string; isWhole: boolean },
): void {
  const at = new Date().toISOString();
  const news = results.map((result): [string, TestRun] => [result.id, { result, at, mark }]);
  const runs = new Map([...(isWhole ? [] : testRuns.get()), ...news]);
  testRuns.set(runs);
  keepTestRuns(pipelineId, runs);
}

/** Forgets the last run of a deleted test. */
export function forgetTestRun({ testRuns, pipelineId }: EditorSession, test: string): void {
  const runs = new Map(testRuns.get());
  runs.delete(test);
  testRuns.set(runs);
  keepTestRuns(pipelineId, runs);
}
