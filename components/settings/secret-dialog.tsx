'use client';

import { type FormEvent, useId, useState } from 'react';
import type { SecretSummary } from '@/lib/contracts/secrets';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { Textarea } from '../ui/textarea';
import styles from './dialog.module.css';
import {
  asChange,
  asNew,
  problemsOf,
  problemsOfRefusal,
  type SecretDraft,
  type SecretProblems,
  splitHosts,
} from './secret-form';
import { SecretValueField } from './secret-value-field';
import type { SecretActions } from './settings-actions';
import { focusInvalid, useSending } from './use-sending';

export interface SecretDialogProps {
  /** The secret to change; undefined adds a new one. */
  secret?: SecretSummary;
  /** First values of a new secret. */
  first?: Partial<SecretDraft>;
  /** `changeSecret` is needed for an existing secret. */
  actions: Pick<SecretActions, 'addSecret'> & Partial<Pick<SecretActions, 'changeSecret'>>;
  onClose: () => void;
  /** Called with the stored values, except the secret value. */
  onDone: (name: string, hosts: readonly string[]) => void;
}

/** Adds or changes a secret. Typed values stay until they are stored. */
export function SecretDialog({ secret, first, actions, onClose, onDone }: SecretDialogProps) {
  const formId = useId();
  const isNew = secret === undefined;
  const { isBusy, send } = useSending();
  const [problems, setProblems] = useState<SecretProblems>({});
  const [draft, setDraft] = useState<SecretDraft>({
    name: secret?.name ?? '',
    value: '',
    description: secret?.description ?? '',
    hosts: secret?.hosts.join(', ') ?? '',
    ...first,
  });

  function change(part: Partial<SecretDraft>) {
    setDraft({ ...draft, ...part });
    const kept = Object.entries(problems).filter(([field]) => field !== 'all' && !(field in part));
    setProblems(Object.fromEntries(kept));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(draft, isNew);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusInvalid(form);
    const { addSecret, changeSecret } = actions;
    const refusal = await send(() =>
      isNew || changeSecret === undefined ? addSecret(asNew(draft)) : changeSecret(asChange(draft)),
    );
    if (!refusal) return onDone(draft.name, splitHosts(draft.hosts));
    setProblems(problemsOfRefusal(refusal, isNew));
    focusInvalid(form);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={isNew ? 'Add secret' : `Edit ${secret.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {isNew ? 'Add secret' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        {isNew && (
          <Field
            label="Name"
            required
            error={problems.name}
            hint={
              <>
                Use in steps as <code>{`{{secrets.${draft.name || 'name'}}}`}</code>.
              </>
            }
          >
            {(control) => (
              <Input
                {...control}
                mono
                required
                spellCheck={false}
                autoCapitalize="off"
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        )}
        <SecretValueField
          label={isNew ? 'Value' : 'New value'}
          required={isNew}
          hint={isNew ? undefined : 'Leave empty to keep the stored value.'}
          error={problems.value}
          value={draft.value}
          onChange={(value) => change({ value })}
        />
        <Field
          label="Allowed hosts"
          error={problems.hosts}
          hint="Comma-separated hosts, for example api.example.org, or *.example.org for all subdomains. Default: any host."
        >
          {(control) => (
            <Input
              {...control}
              mono
              spellCheck={false}
              placeholder="api.example.org"
              value={draft.hosts}
              onChange={(event) => change({ hosts: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" error={problems.description} hint="Purpose and owner of the secret.">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        {problems.all && <Notice status="failed" title={problems.all} alert className={styles.refusal} />}
      </form>
    </Dialog>
  );
}
