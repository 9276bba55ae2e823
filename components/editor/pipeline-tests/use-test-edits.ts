'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import { patch } from '@/components/ui/observable';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { AddTestRequest, TestSummary } from '@/lib/contracts/pipeline-tests';
import { announce } from '../commands/command';
import { useSession } from '../use-editor';
import { copyName, freeName } from './model/test-words';
import { useTestActions } from './test-services';
import { useTestsChanged } from './use-tests';

/** Adds tests, and opens what was added. */
export interface TestEdits {
  readonly isBusy: boolean;
  /** Why the last test was not added. */
  readonly problem: string | undefined;
  /** Adds an empty test, to be written. */
  add(): Promise<void>;
  duplicate(test: TestSummary): Promise<void>;
}

const UNREACHABLE = 'The test was not added: the server cannot be reached. Try again.';

/** Adds tests to those that the pipeline has. */
export function useTestEdits(tests: readonly TestSummary[]): TestEdits {
  const session = useSession();
  const queries = useQueryClient();
  const actions = useTestActions();
  const changed = useTestsChanged();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const id = session.pipelineId;
  const names = tests.map(({ name }) => name);

  async function save(content: () => Promise<AddTestRequest['content']>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await actions.add({ id, content: await content() });
      if (answer.ok) {
        changed(answer.saved);
        patch(session.panelState, { test: answer.saved.id });
        announce(session, `Added the test ${answer.saved.name}.`);
      } else setProblem(answer.error.message);
    } catch {
      setProblem(UNREACHABLE);
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    problem,
    add: () =>
      save(async () => ({
        name: freeName(`Test ${tests.length + 1}`, names),
        expect: { status: 'completed' },
      })),
    duplicate: (test) =>
      save(async () => {
        const known = await queries.fetchQuery({
          ...queryFor(testEndpoints.get, { id, test: test.id }),
          staleTime: 0,
        });
        return { ...known.test, name: copyName(test.name, names) };
      }),
  };
}
