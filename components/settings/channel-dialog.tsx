'use client';

import { type FormEvent, useId, useState } from 'react';
import type { ChannelField, ChannelKind } from '@/engine/channels';
import type { Answer } from '@/lib/contracts/errors';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { SecretValueField } from './secret-value-field';
import { focusInvalid, useSending } from './use-sending';

export interface ChannelDialogProps {
  kind: ChannelKind;
  field: ChannelField;
  /** The visible part of the stored value. */
  shown: string | null;
  onClose: () => void;
  set: (value: string) => Promise<Answer>;
  onDone: () => void;
}

/** Sets one setting of a channel. Typed text stays until it is stored. */
export function ChannelDialog({ kind, field, shown, onClose, set, onDone }: ChannelDialogProps) {
  const formId = useId();
  const isOpenValue = field.name === 'mail_from';
  const { isBusy, send } = useSending();
  const [value, setValue] = useState(isOpenValue ? (shown ?? '') : '');
  const [error, setError] = useState<string>();

  function change(next: string) {
    setValue(next);
    setError(undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const refusal = await refusalOf(value);
    if (refusal === undefined) return onDone();
    setError(refusal);
    focusInvalid(form);
  }

  async function refusalOf(written: string): Promise<string | undefined> {
    if (written.trim() === '') return 'Enter a value.';
    return (await send(() => set(written)))?.message;
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={`${kind.title}: ${field.label.toLowerCase()}`}
      description={field.hint}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        {isOpenValue ? (
          <Field label={field.label} required error={error} hint={`Example: ${field.placeholder}`}>
            {(control) => (
              <Input {...control} required value={value} onChange={(event) => change(event.target.value)} />
            )}
          </Field>
        ) : (
          <SecretValueField
            label={field.label}
            required
            trimmed
            error={error}
            hint={`Example: ${field.placeholder}`}
            value={value}
            onChange={change}
          />
        )}
      </form>
    </Dialog>
  );
}
