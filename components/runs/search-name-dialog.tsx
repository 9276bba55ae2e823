'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Answer } from '@/lib/contracts/errors';
import { MAX_SEARCH_NAME } from '@/lib/contracts/saved-searches';

export interface SearchNameDialogProps {
  title: string;
  /** A verb: `Save`. */
  submitLabel: string;
  /** The name so far. @default none */
  name?: string;
  /** The text of the search. */
  search: string;
  save: (name: string) => Promise<Answer>;
  onClose: () => void;
}

/** Asks for the name of a saved search. It stays open when the name is refused. */
export function SearchNameDialog({
  title,
  submitLabel,
  name: firstName = '',
  search,
  save,
  onClose,
}: SearchNameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(firstName);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return setError('Enter a name.');
    setBusy(true);
    try {
      const answer = await save(name.trim());
      if (answer.ok) onClose();
      else setError(answer.error.message);
    } catch {
      setError('The search was not saved: the server cannot be reached. Try again.');
    }
    setBusy(false);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={<code>{search}</code>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field label="Name" error={error} hint="All users of this installation see saved searches.">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MAX_SEARCH_NAME}
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
