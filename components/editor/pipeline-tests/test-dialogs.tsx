'use client';

import { useQueryClient } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { FormDialog } from '@/components/forms/form-dialog';
import { useDialogForm } from '@/components/forms/use-dialog-form';
import { useSending } from '@/components/settings/use-sending';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useToast } from '@/components/ui/toast';
import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import type { TestSummary } from '@/lib/contracts/pipeline-tests';
import { useSession } from '../use-editor';
import { dropKeptTest } from './model/kept-test-draft';
import { useTestActions } from './test-services';
import { forgetTestRun } from './use-run-tests';
import { useTestsChanged } from './use-tests';

/** What a person is asked about a test. */
export interface TestQuestion {
  readonly about: 'rename' | 'delete';
  readonly test: TestSummary;
}

export interface TestDialogsProps {
  question: TestQuestion | undefined;
  tests: readonly TestSummary[];
  onClose: () => void;
}

/** Asks for the new name of a test, or whether to delete it. */
export function TestDialogs({ question, tests, onClose }: TestDialogsProps) {
  if (question === undefined) return null;
  const { about, test } = question;
  if (about === 'rename') return <RenameDialog key={test.id} test={test} tests={tests} onClose={onClose} />;
  return <DeleteDialog test={test} onClose={onClose} />;
}

interface DialogProps {
  test: TestSummary;
  onClose: () => void;
}

function RenameDialog({ test, tests, onClose }: DialogProps & { tests: readonly TestSummary[] }) {
  const { pipelineId: id } = useSession();
  const queries = useQueryClient();
  const actions = useTestActions();
  const changed = useTestsChanged();
  const form = useDialogForm<{ name: string }, { name: string }>({
    first: { name: test.name },
    read: (draft) => readName(draft.name.trim(), test, tests),
    async send({ name }) {
      const known = await queries.fetchQuery({
        ...queryFor(testEndpoints.get, { id, test: test.id }),
        staleTime: 0,
      });
      const answer = await actions.change({ id, test: test.id, content: { ...known.test, name } });
      if (answer.ok) changed(answer.saved);
      return answer;
    },
    onDone: onClose,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Rename ${test.name}`}
      submitLabel="Rename"
      discardText="The test has not been renamed."
    >
      <Field label="Name" required error={form.problems.name}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={form.draft.name}
            onChange={(event) => form.change({ name: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function readName(name: string, test: TestSummary, tests: readonly TestSummary[]) {
  if (name === '') return { problems: { name: 'Enter a name.' } };
  if (tests.some((each) => each.name === name && each.id !== test.id))
    return { problems: { name: `A test named ${name} already exists. Choose another name.` } };
  return { input: { name } };
}

function DeleteDialog({ test, onClose }: DialogProps) {
  const session = useSession();
  const { pipelineId: id } = session;
  const actions = useTestActions();
  const changed = useTestsChanged();
  const toast = useToast();
  const { isBusy, send } = useSending();

  async function confirm() {
    const refusal = await send(() => actions.remove({ id, test: test.id }));
    onClose();
    if (refusal !== undefined) {
      toast({ title: `${test.name} was not deleted.`, detail: refusal.message, status: 'failed' });
      return;
    }
    forgetTestRun(session, test.id);
    dropKeptTest(id, test.id);
    changed();
    toast({ title: `Deleted the test ${test.name}` });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isBusy) onClose();
      }}
      title={`Delete the test ${test.name}?`}
      confirmLabel="Delete test"
      busy={isBusy}
      onConfirm={() => void confirm()}
    >
      <p>The test with its fixtures and expectations is deleted. This cannot be undone. Runs stay.</p>
    </ConfirmDialog>
  );
}
