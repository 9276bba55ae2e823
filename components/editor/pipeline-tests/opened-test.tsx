'use client';

import { useRef, useState } from 'react';
import { JsonTextField } from '@/components/pipeline-text/json-text-field';
import { focusInvalid } from '@/components/settings/use-sending';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import type { TestRecord, TestSummary } from '@/lib/contracts/pipeline-tests';
import { announce } from '../commands/command';
import { useSession } from '../use-editor';
import { TestForm } from './form/test-form';
import { readTestText } from './model/read-test-text';
import type { TestRun } from './model/test-runs';
import { TestResultView } from './result/test-result-view';
import styles from './tests.module.css';
import type { TestRunning } from './use-run-tests';
import { type TestEditing, useTestDraft } from './use-test-draft';

type View = 'result' | 'form' | 'json';

const VIEWS = [
  { value: 'result', label: 'Result' },
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

export interface OpenedTestProps {
  test: TestSummary;
  record: TestRecord;
  run: TestRun | undefined;
  /** Whether the pipeline was edited since the last run. */
  isStale: boolean;
  running: TestRunning;
  onClose: () => void;
}

/** A test with its content: its result, its form, and the whole test as JSON. */
export function OpenedTest({ test, record, run, isStale, running, onClose }: OpenedTestProps) {
  const session = useSession();
  const editing = useTestDraft(record);
  const [isResult, setIsResult] = useState(run?.result.passed === false);
  const box = useRef<HTMLFormElement>(null);
  const view: View = isResult ? 'result' : editing.edited.view;
  const focusProblem = () => box.current && focusInvalid(box.current);

  function show(next: View) {
    if (next === 'result') return setIsResult(true);
    if (editing.show(next)) setIsResult(false);
    else focusProblem();
  }

  async function save(): Promise<boolean> {
    const isSaved = await editing.save();
    if (isSaved) announce(session, `Saved the test ${test.name}.`);
    else {
      setIsResult(false);
      focusProblem();
    }
    return isSaved;
  }

  async function start() {
    if (editing.isDirty && !(await save())) return;
    await running.run([test.id]);
    setIsResult(true);
  }

  return (
    <form
      ref={box}
      noValidate
      autoComplete="off"
      className={styles.opened}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className={styles.head}>
        <IconButton
          icon="left"
          size="sm"
          label="Back to the list"
          className={styles.back}
          onClick={onClose}
        />
        <h3 className={styles.title} title={test.name}>
          {test.name}
        </h3>
        <Segmented label="View of the test" value={view} segments={VIEWS} onValueChange={show} />
        <span className={styles.end}>
          {editing.isDirty && <SaveButtons editing={editing} />}
          <Button
            size="sm"
            icon="play"
            busy={running.running !== undefined}
            disabled={editing.isBusy}
            onClick={() => void start()}
          >
            {editing.isDirty ? 'Save and run' : 'Run test'}
          </Button>
        </span>
        <IconButton icon="x" size="sm" label="Close the test" className={styles.close} onClick={onClose} />
      </header>
      <div className={styles.body}>
        <EditNotices editing={editing} />
        {view === 'result' && (
          <TestResultView
            run={run}
            isStale={isStale}
            onEdit={() => show('form')}
            isRunning={running.running !== undefined}
          />
        )}
        {view !== 'result' && <Content editing={editing} onSave={() => void save()} />}
      </div>
    </form>
  );
}

function SaveButtons({ editing: { discard, isBusy } }: { editing: TestEditing }) {
  return (
    <>
      <Button size="sm" variant="quiet" disabled={isBusy} onClick={discard}>
        Discard changes
      </Button>
      <Button size="sm" variant="primary" type="submit" busy={isBusy}>
        Save test
      </Button>
    </>
  );
}

/** What a person should know before saving. */
function EditNotices({ editing: { isOutdated, problems } }: { editing: TestEditing }) {
  const count = Object.keys(problems).filter((field) => field !== 'all').length;
  const invalid = count === 0 ? undefined : 'The test was not saved. Correct what is marked below.';
  const refusal = problems.all ?? invalid;
  return (
    <>
      {isOutdated && (
        <Notice status="stale" icon="warn" title="This test was saved elsewhere since you began to edit it.">
          Saving overwrites that version with yours. To see it, discard your changes.
        </Notice>
      )}
      {refusal && <Notice status="failed" title={refusal} alert />}
    </>
  );
}

interface ContentProps {
  editing: TestEditing;
  onSave: () => void;
}

/** The test as a form, or whole as JSON. */
function Content({ editing, onSave }: ContentProps) {
  const { edited, isDirty, problems, changeForm, changeText } = editing;
  if (edited.view === 'form')
    return <TestForm draft={edited.form} problems={problems} onChange={changeForm} />;
  const read = isDirty ? readTestText(edited.text) : undefined;
  return (
    <JsonTextField
      label="Test as JSON"
      text={edited.text}
      onTextChange={changeText}
      problem={read?.ok === false ? read.problem : undefined}
      onSubmit={onSave}
    />
  );
}
