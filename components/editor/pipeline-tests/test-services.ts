'use client';

import { createContext, use } from 'react';
import type { Answer } from '@/lib/contracts/errors';
import type {
  AddTestRequest,
  ChangeTestRequest,
  SavedTestResult,
  TestInput,
} from '@/lib/contracts/pipeline-tests';

/** Server actions of tests, passed as props. */
export interface TestActions {
  readonly add: (input: AddTestRequest) => Promise<SavedTestResult>;
  readonly change: (input: ChangeTestRequest) => Promise<SavedTestResult>;
  readonly remove: (input: TestInput) => Promise<Answer>;
}

/** Set by the editor; undefined where there is no server. */
export const TestActionsContext = createContext<TestActions | undefined>(undefined);

/** The server actions of tests. @throws Error outside an editor with tests */
export function useTestActions(): TestActions {
  const actions = use(TestActionsContext);
  if (!actions) throw new Error('useTestActions needs a TestActionsContext above it.');
  return actions;
}
