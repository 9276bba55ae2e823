'use client';

import { CLOUD_PROVIDER_NAMES, CLOUD_PROVIDERS, type CloudProvider } from '@/engine/cloud-models';
import type { Answer } from '@/lib/contracts/errors';
import { type AddCloudModelInput, addCloudModelInput } from '@/lib/contracts/models';
import { FormDialog } from '../forms/form-dialog';
import { addressProblem, problemsOf } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';

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

/** The form for a model of a provider. The server checks the model before it is added. */
export function AddCloudModelDialog({ secrets, add, onClose, onDone }: AddCloudModelDialogProps) {
  const form = useDialogForm({
    ...{ first: EMPTY, send: add, onClose },
    read: readDraft,
    onDone: (input: AddCloudModelInput) => onDone(input.model_name ?? input.model_id),
  });
  const { draft, problems, change } = form;
  const provider = CLOUD_PROVIDERS[draft.provider];

  return (
    <FormDialog
      form={form}
      size="md"
      title="Add cloud model"
      submitLabel="Add cloud model"
      discardText="The cloud model has not been added."
    >
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
        hint="ID of the model, as the provider lists it."
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
      <Field
        label="API key"
        hint="Secret that contains the key. The model stores only the name of the secret."
      >
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
      <Field label="Name" error={problems.model_name} hint="Default: the ID of the model.">
        {(control) => (
          <Input {...control} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        )}
      </Field>
      <Field
        label="Base URL"
        required={provider.baseUrl === undefined}
        error={problems.base_url}
        hint="Pipewright appends /models and /chat/completions."
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
    </FormDialog>
  );
}

function readDraft(draft: Draft) {
  const parsed = addCloudModelInput.safeParse(inputOf(draft));
  const noAddress = addressProblem(draft.baseUrl);
  if (parsed.success && noAddress === undefined) return { input: parsed.data };
  const problems = problemsOf(parsed.error?.issues ?? []);
  return { problems: noAddress === undefined ? problems : { ...problems, base_url: noAddress } };
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
