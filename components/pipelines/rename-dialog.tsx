'use client';

import { type FormEvent, useId, useState } from 'react';
import type { ErrorBody } from '@/lib/contracts/errors';
import { MAX_NAME_LENGTH, type PipelineSummary } from '@/lib/contracts/pipelines';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

export interface RenameDialogProps {
  pipeline: PipelineSummary;
  onClose: () => void;
  rename: (name: string) => Promise<ErrorBody | undefined>;
}

/** Gives a pipeline another name. */
export function RenameDialog({ pipeline, onClose, rename }: RenameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(pipeline.name);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return setError('Enter a name.');
    if (trimmed === pipeline.name) return onClose();
    setIsBusy(true);
    const refusal = await rename(trimmed);
    setIsBusy(false);
    if (refusal) setError(refusal.message);
    else onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename pipeline"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field label="Name" error={error} hint="Runs and URLs are not affected.">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MAX_NAME_LENGTH}
              onChange={(event) => {
                setName(event.target.value);
                setError(undefined);
              }}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
