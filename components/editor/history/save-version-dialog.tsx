'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { patch } from '@/components/ui/observable';
import { useInteraction, useSession } from '../use-editor';
import { useVersionServices } from './use-versions';

/** Asks for the optional name of a version. */
export function SaveVersionDialog() {
  const session = useSession();
  const isOpen = useInteraction((interaction) => interaction.dialog === 'version');
  return isOpen ? <OpenDialog onClose={() => patch(session.interaction, { dialog: 'none' })} /> : null;
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const versions = useVersionServices();
  const formId = useId();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const named = name.trim();
    const refused = await versions
      ?.save(named === '' ? undefined : named)
      .catch(() => 'The server cannot be reached. Try again.');
    setBusy(false);
    setRefusal(refused);
    if (refused === undefined) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Save version"
      description="Saves the current pipeline as a version. Named versions are never deleted."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Save version
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field label="Name" hint="Optional" {...(refusal === undefined ? {} : { error: refusal })}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={255}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
