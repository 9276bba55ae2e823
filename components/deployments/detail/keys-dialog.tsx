'use client';

import { type FormEvent, useState } from 'react';
import { createKeyInput, type DeploymentKey } from '@/lib/contracts/deployments';
import { useSending } from '../../settings/use-sending';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import type { DeploymentActions } from '../deployment-actions';
import { KeyTable } from './key-table';
import styles from './keys-dialog.module.css';

export interface KeysDialogProps {
  /** Name of the deployment. */
  name: string;
  keys: readonly DeploymentKey[];
  /** Why the keys could not be read. */
  problem: string | undefined;
  actions: Pick<DeploymentActions, 'createKey' | 'revokeKey'>;
  onClose: () => void;
  onChanged: () => void;
  /** Called with a new key. */
  onKey: (key: string) => void;
}

/** A dialog that creates and revokes API keys. A new key is shown until the dialog closes. */
export function KeysDialog({ name, keys, problem, actions, onClose, onChanged, onKey }: KeysDialogProps) {
  const { isBusy, send } = useSending();
  const [keyName, setKeyName] = useState('');
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [created, setCreated] = useState<{ name: string; key: string }>();

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = createKeyInput.safeParse({ name, key_name: keyName });
    if (!parsed.success) return setFault('Enter a name of 1 to 100 characters, such as the caller’s.');
    const refused = await send(async () => {
      const answer = await actions.createKey(parsed.data);
      if (answer.ok) {
        setCreated({ name: answer.name, key: answer.key });
        onKey(answer.key);
      }
      return answer;
    });
    setRefusal(refused?.message);
    if (refused) return;
    setKeyName('');
    onChanged();
  }

  async function revoke(id: string) {
    const refused = await send(() => actions.revokeKey({ name, key_id: id }));
    setRefusal(refused?.message);
    onChanged();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={`API keys of ${name}`}
      description="Callers send a key as a bearer token. A key is valid for this deployment only."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <form noValidate autoComplete="off" className={styles.create} onSubmit={(event) => void create(event)}>
        <Field label="New key" error={fault} hint="Name of the caller.">
          {(control) => (
            <Input
              {...control}
              placeholder="support-web"
              value={keyName}
              onChange={(event) => {
                setKeyName(event.target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" icon="plus" busy={isBusy}>
          Create key
        </Button>
      </form>
      {created && (
        <Notice
          status="completed"
          icon="key"
          title={`Copy the key ${created.name} now. It is shown once.`}
          alert
        >
          <span className={styles.newKey}>
            <code>{created.key}</code>
            <CopyButton text={created.key} label="Copy key" />
          </span>
        </Notice>
      )}
      {(refusal ?? problem) && <Notice status="failed" title={refusal ?? problem} alert />}
      <KeyTable keys={keys} isBusy={isBusy} onRevoke={(id) => void revoke(id)} />
    </Dialog>
  );
}
