'use client';

import { useRef, useState } from 'react';
import type { PipelineTest } from '@/engine/run/test/schema';
import type { SavedTest, TestRecord } from '@/lib/contracts/pipeline-tests';
import { useSession } from '../use-editor';
import { dropKeptTest, type EditedTest, keepTest, readKeptTest } from './model/kept-test-draft';
import { readTestDraft, type TestProblems } from './model/read-test';
import { readTestText, textOfTest } from './model/read-test-text';
import { draftOfTest, type TestDraft } from './model/test-draft';
import { useTestActions } from './test-services';
import { useTestsChanged } from './use-tests';

/** The edits of one test. What is typed stays in this browser until it is saved or discarded. */
export interface TestEditing {
  readonly edited: EditedTest;
  /** Whether there are unsaved edits. */
  readonly isDirty: boolean;
  /** Whether the test was saved elsewhere since these edits began. */
  readonly isOutdated: boolean;
  readonly isBusy: boolean;
  /** Problems by field; `all` belongs to none. */
  readonly problems: TestProblems;
  changeForm(part: Partial<TestDraft>): void;
  changeText(text: string): void;
  /** Shows the edits in the other form. Resolves to false when they cannot be read: their problems are shown. */
  show(view: EditedTest['view']): boolean;
  discard(): void;
  /** Resolves to whether the test was saved. */
  save(): Promise<boolean>;
}

const NO_PROBLEMS: TestProblems = {};
const UNREACHABLE =
  'The test was not saved: the server cannot be reached. Your edits are kept on this device. Try again.';

interface Editing {
  readonly edited: EditedTest;
  /** When the test that the edits began from was saved. */
  readonly base: string;
  readonly isDirty: boolean;
}

/** Edits a test that the server has. */
export function useTestDraft(record: TestRecord): TestEditing {
  const { pipelineId: id } = useSession();
  const actions = useTestActions();
  const changed = useTestsChanged();
  const [state, setState] = useState<Editing>(() => firstOf(id, record));
  const latest = useRef(state);
  latest.current = state;
  const [problems, setProblems] = useState<TestProblems>(NO_PROBLEMS);
  const [isBusy, setBusy] = useState(false);
  // Without edits, the form follows the test: it may have been updated from a run.
  const isBehind = !state.isDirty && record.updatedAt > state.base;
  if (isBehind)
    setState({ edited: inView(record.test, state.edited.view), base: record.updatedAt, isDirty: false });

  function change(edited: EditedTest) {
    const next = { edited, base: state.base, isDirty: true };
    setState(next);
    keepTest(id, record.id, next);
  }

  function read(): PipelineTest | undefined {
    const { edited } = state;
    if (edited.view === 'json') {
      const result = readTestText(edited.text);
      // The text shows its own problem.
      return result.ok ? result.test : undefined;
    }
    const result = readTestDraft(edited.form);
    setProblems(result.ok ? NO_PROBLEMS : result.problems);
    return result.ok ? result.test : undefined;
  }

  async function save(): Promise<boolean> {
    const content = read();
    if (content === undefined || isBusy) return false;
    setBusy(true);
    const answer = await actions.change({ id, test: record.id, content }).catch(() => undefined);
    setBusy(false);
    if (answer?.ok !== true) {
      const message = answer?.error.message ?? UNREACHABLE;
      setProblems(answer?.error.code === 'conflict' ? { name: message, all: message } : { all: message });
      return false;
    }
    settle(answer.saved);
    changed(answer.saved);
    return true;
  }

  /** Shows the saved test, unless it was edited during the save: those edits are based on it now. */
  function settle({ test, updatedAt: base }: SavedTest) {
    setProblems(NO_PROBLEMS);
    const { edited } = latest.current;
    if (edited === state.edited) {
      dropKeptTest(id, record.id);
      setState({ edited: inView(test, edited.view), base, isDirty: false });
      return;
    }
    setState({ edited, base, isDirty: true });
    keepTest(id, record.id, { edited, base });
  }

  return {
    ...{ edited: state.edited, isDirty: state.isDirty, problems, isBusy, save },
    isOutdated: state.isDirty && record.updatedAt > state.base,
    changeForm(part) {
      if (state.edited.view !== 'form') return;
      change({ view: 'form', form: { ...state.edited.form, ...part } });
    },
    changeText: (text) => change({ view: 'json', text }),
    show(view) {
      if (view === state.edited.view) return true;
      const test = state.isDirty ? read() : record.test;
      if (test === undefined) return false;
      const edited = inView(test, view);
      setProblems(NO_PROBLEMS);
      if (state.isDirty) change(edited);
      else setState({ ...state, edited });
      return true;
    },
    discard() {
      dropKeptTest(id, record.id);
      setProblems(NO_PROBLEMS);
      setState({ edited: inView(record.test, state.edited.view), base: record.updatedAt, isDirty: false });
    },
  };
}

function firstOf(pipelineId: string, record: TestRecord): Editing {
  const kept = readKeptTest(pipelineId, record.id);
  if (kept !== undefined) return { ...kept, isDirty: true };
  return { edited: inView(record.test, 'form'), base: record.updatedAt, isDirty: false };
}

function inView(test: PipelineTest, view: EditedTest['view']): EditedTest {
  return view === 'json' ? { view, text: textOfTest(test) } : { view, form: draftOfTest(test) };
}
