'use client';

import { type FormEvent, useId, useState } from 'react';
import { CLOUD_PROVIDER_NAMES, CLOUD_PROVIDERS, type CloudProvider } from '@/engine/cloud-models';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import { type AddCloudModelInput, addCloudModelInput } from '@/lib/contracts/models';
import { focusInvalid, useSending } from '../settings/use-sending';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { Select } from '../ui/select';
import { type FieldProblems, problemsOf } from './field-problems';

export interface AddCloudModelDialogProps {
  /** Names of the secrets that may hold a key. */
  secrets: readonly string[];
  add: (input: AddCloudModelInput) => Promise<Answer<{ id: string }>>;
  onClose: () => void;
  /** Called with the name of the model. */
  onDone: (name: string) => void;
}

interface Draft {
  readonly provider: CloudProvider;
  readonly model: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly secret: string;
}

const EMPTY: Draft = { provider: 'openai', model: '', name: '', baseUrl: '', secret: '' };

/** Asks for a model of a provider, which is checked before it is added. */
export function AddCloudModelDialog({ secrets, add, onClose, onDone }: AddCloudModelDialogProps) {
  const formId = useId();
  const { isBusy, send } = useSending();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems>({});
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
  };
  const provider = CLOUD_PROVIDERS[draft.provider];

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = addCloudModelInput.safeParse(inputOf(draft));
    const found = parsed.success ? {} : problemsOf(parsed.error.issues);
    const refusal: ErrorBody | undefined = parsed.success ? await send(() => add(parsed.data)) : undefined;
    if (parsed.success && !refusal) return onDone(draft.name.trim() || draft.model.trim());
    setProblems(refusal ? { all: refusal.message } : found);
    focusInvalid(form);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title="Add cloud model"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Add cloud model
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <Field label="Provider" required>
          {(control) => (
            <Select
              {...control}
              value={draft.provider}
              onChange={(event) =>
                change({
                  provider: CLOUD_PROVIDER_NAMES.find((name) => name === event.target.value) ?? 'openai',
                })
              }
            >
              {CLOUD_PROVIDER_NAMES.map((name) => (
                <option key={name} value={name}>
                  {CLOUD_PROVIDERS[name].title}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Model"
          required
          error={problems.model_id}
          hint="Id of the model, as the provider lists it."
        >
          {(control) => (
            <Input
              {...control}
              mono
              required
              spellCheck={false}
              placeholder={provider.example}
              value={draft.model}
              onChange={(event) => change({ model: event.target.value })}
            />
          )}
        </Field>
        <Field label="API key" hint="Secret that holds the key. The model keeps its name only.">
          {(control) => (
            <Select
              {...control}
              value={draft.secret}
              onChange={(event) => change({ secret: event.target.value })}
            >
              <option value="">None</option>
              {secrets.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name" error={problems.model_name} hint="Default: the id of the model.">
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Address"
          required={provider.baseUrl === undefined}
          error={problems.base_url}
          hint="What /models and /chat/completions are below."
        >
          {(control) => (
            <Input
              {...control}
              mono
              spellCheck={false}
              placeholder={provider.baseUrl ?? 'http://inference.internal:8000/v1'}
              value={draft.baseUrl}
              onChange={(event) => change({ baseUrl: event.target.value })}
            />
          )}
        </Field>
        {problems.all && <Notice status="failed" title={problems.all} alert />}
      </form>
    </Dialog>
  );
}

function inputOf({ provider, model, name, baseUrl, secret }: Draft): AddCloudModelInput {
  return {
    provider,
    model_id: model,
    ...(name.trim() === '' ? {} : { model_name: name }),
    ...(baseUrl.trim() === '' ? {} : { base_url: baseUrl }),
    ...(secret === '' ? {} : { api_key_secret: secret }),
  };
}
