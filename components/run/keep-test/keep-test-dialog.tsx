'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, queryFor, readAgain } from '@/client/queries';
import { FormDialog } from '@/components/forms/form-dialog';
import { type ReadDraft, useDialogForm } from '@/components/forms/use-dialog-form';
import type { KeepTestActions } from '@/components/run-state/run-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { SavedTest, TestSummary } from '@/lib/contracts/pipeline-tests';
import type { RunDetail } from '@/lib/contracts/runs';
import styles from './keep-test.module.css';
import { KeptTest } from './kept-test';

export interface KeepTestDialogProps {
  run: RunDetail;
  actions: KeepTestActions;
  onClose: () => void;
}

interface KeepDraft {
  /** Id of the test that is replaced; empty for a new one. */
  readonly test: string;
  readonly name: string;
}

const NO_TESTS: readonly TestSummary[] = [];

/** Asks for the name of a new test, or for the test to update; then shows what was kept. */
export function KeepTestDialog({ run, actions, onClose }: KeepTestDialogProps) {
  const queries = useQueryClient();
  const id = run.pipelineId;
  const [saved, setSaved] = useState<SavedTest>();
  const { data: tests = NO_TESTS } = useQuery({
    ...queryFor(testEndpoints.list, { id }),
    select: (answer) => answer.tests,
  });
  const form = useDialogForm<KeepDraft, KeepDraft>({
    first: { test: '', name: `Run #${run.number}` },
    read: (draft) => readDraft(draft, tests),
    async send({ test, name }) {
      const answer =
        test === ''
          ? await actions.add({ id, run: run.id, name })
          : await actions.change({ id, test, run: run.id });
      if (answer.ok) setSaved(answer.saved);
      return answer;
    },
    onDone() {
      void readAgain(queries, keyOf(testEndpoints.list, { id }));
      void readAgain(queries, keyOf(testEndpoints.get).slice(0, 3));
    },
    onClose,
  });
  if (saved !== undefined) return <KeptTest pipelineId={id} saved={saved} onClose={onClose} />;
  const { draft, problems } = form;
  return (
    <FormDialog
      form={form}
      title={`Save run #${run.number} as a test`}
      description="A test repeats the run without effects: recorded outputs replace each effect."
      submitLabel={draft.test === '' ? 'Save as test' : 'Update test'}
      discardText="The run has not been saved as a test."
    >
      <div className={styles.fields}>
        {tests.length > 0 && (
          <Field label="Save as" hint={draft.test === '' ? undefined : UPDATES}>
            {({ invalid, ...control }) => (
              <Select
                {...control}
                invalid={invalid}
                value={draft.test}
                onChange={(event) => form.change({ test: event.target.value })}
              >
                <option value="">New test</option>
                {tests.map((test) => (
                  <option key={test.id} value={test.id}>
                    Update {test.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {draft.test === '' && (
          <Field label="Name" required error={problems.name}>
            {({ invalid, ...control }) => (
              <Input
                {...control}
                invalid={invalid}
                maxLength={200}
                value={draft.name}
                onChange={(event) => form.change({ name: event.target.value })}
              />
            )}
          </Field>
        )}
        <Contents />
      </div>
    </FormDialog>
  );
}

const UPDATES = 'Its fixtures and expectations are replaced by those of this run. Its name is kept.';

/** What every test contains. */
function Contents() {
  return (
    <div className={styles.contents}>
      <p>The test contains, with secrets masked:</p>
      <ul>
        <li>the run parameters</li>
        <li>the output or failure of each effect, as a fixture</li>
        <li>how each step ended, and the outputs of the run, as expectations</li>
      </ul>
    </div>
  );
}

/** A test of the same name is never replaced unless it is chosen. */
function readDraft({ test, name }: KeepDraft, tests: readonly TestSummary[]): ReadDraft<KeepDraft> {
  const trimmed = name.trim();
  if (test !== '') return { input: { test, name: '' } };
  if (trimmed === '') return { problems: { name: 'Enter a name.' } };
  if (tests.some((each) => each.name === trimmed))
    return {
      problems: {
        name: `A test named ${trimmed} already exists. Choose another name, or choose to update that test.`,
      },
    };
  return { input: { test, name: trimmed } };
}
