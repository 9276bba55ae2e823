'use client';

import { MODEL_SOURCE_NAMES, MODEL_SOURCES, type ModelSource } from '@/engine/models';
import type { Answer } from '@/lib/contracts/errors';
import { type AddModelInput, addModelInput } from '@/lib/contracts/models';
import { FormDialog } from '../forms/form-dialog';
import { addressProblem, problemsOf } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Select } from '../ui/select';

export interface AddModelDialogProps {
  /** Names of the secrets that may hold an access token. */
  secrets: readonly string[];
  add: (input: AddModelInput) => Promise<Answer<{ id: string }>>;
  onClose: () => void;
  /** Called with the name of the model. */
  onDone: (name: string) => void;
}

interface Draft {
  readonly source: ModelSource;
  readonly uri: string;
  readonly name: string;
  readonly files: string;
  readonly revision: string;
  readonly sha256: string;
  readonly secret: string;
}

const EMPTY: Draft = { source: 'url', uri: '', name: '', files: '', revision: '', sha256: '', secret: '' };

/** Sources that support revisions, because their addresses may name a repository. */
const VERSIONED: ReadonlySet<ModelSource> = new Set(['model_hub', 'custom']);

const OF_FOLDER = 'all files of the folder';
const OF_REPOSITORY = 'the weights in one format, with configuration and tokenizer';

/** The files that are downloaded when the field is empty. */
const DEFAULT_FILES: Readonly<Record<Exclude<ModelSource, 'url'>, string>> = {
  model_hub: `Default: ${OF_REPOSITORY}.`,
  local: `Default: ${OF_FOLDER}.`,
  s3: `Default: ${OF_FOLDER}.`,
  gcs: `Default: ${OF_FOLDER}.`,
  custom: `Default: ${OF_FOLDER}; of a repository, ${OF_REPOSITORY}.`,
};

const TOKEN_HINTS: Partial<Readonly<Record<ModelSource, string>>> = {
  s3: 'Secret with the keys of the bucket: <access key id>:<secret access key>. Default: the keys in the settings.',
  gcs: 'Secret with a bearer token, or with an HMAC key as <access id>:<secret>.',
};

/** The form for a model, which starts its download. */
export function AddModelDialog({ secrets, add, onClose, onDone }: AddModelDialogProps) {
  const form = useDialogForm({
    ...{ first: EMPTY, send: add, onClose },
    read: readDraft,
    onDone: (input: AddModelInput) => onDone(input.model_name ?? input.model_uri),
  });
  const { draft, problems, change } = form;
  const source = MODEL_SOURCES[draft.source];

  return (
    <FormDialog
      form={form}
      size="md"
      title="Add model"
      submitLabel="Add model"
      discardText="The download has not been started."
    >
      <Field label="Source" required hint={source.uri}>
        {(control) => (
          <Select
            {...control}
            value={draft.source}
            onChange={(event) =>
              change({ source: MODEL_SOURCE_NAMES.find((one) => one === event.target.value) ?? 'url' })
            }
          >
            {MODEL_SOURCE_NAMES.map((name) => (
              <option key={name} value={name}>
                {MODEL_SOURCES[name].title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Address" required error={problems.model_uri}>
        {(control) => (
          <Input
            {...control}
            mono
            required
            spellCheck={false}
            placeholder={source.example}
            value={draft.uri}
            onChange={(event) => change({ uri: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name" error={problems.model_name} hint="Default: the last part of the address.">
        {(control) => (
          <Input {...control} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        )}
      </Field>
      {draft.source !== 'url' && (
        <Field
          label="Files"
          error={problems.files}
          hint={`File names, separated by commas. * matches any text, for example *q4_k_m.gguf. ${DEFAULT_FILES[draft.source]}`}
        >
          {(control) => (
            <Input
              {...control}
              mono
              spellCheck={false}
              value={draft.files}
              onChange={(event) => change({ files: event.target.value })}
            />
          )}
        </Field>
      )}
      {VERSIONED.has(draft.source) && (
        <Field label="Revision" error={problems.revision} hint="Branch, tag or commit. Default: main.">
          {(control) => (
            <Input
              {...control}
              mono
              spellCheck={false}
              value={draft.revision}
              onChange={(event) => change({ revision: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="SHA-256" error={problems.sha256} hint="Expected checksum of the file, in hex.">
        {(control) => (
          <Input
            {...control}
            mono
            spellCheck={false}
            value={draft.sha256}
            onChange={(event) => change({ sha256: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Access token"
        hint={TOKEN_HINTS[draft.source] ?? 'Secret that is sent to the source as a bearer token.'}
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
    </FormDialog>
  );
}

function readDraft(draft: Draft) {
  const parsed = addModelInput.safeParse(inputOf(draft));
  const noAddress = draft.source === 'url' ? addressProblem(draft.uri) : undefined;
  if (parsed.success && noAddress === undefined) return { input: parsed.data };
  const problems = problemsOf(parsed.error?.issues ?? []);
  return { problems: noAddress === undefined ? problems : { ...problems, model_uri: noAddress } };
}

function inputOf({ source, uri, name, files, revision, sha256, secret }: Draft): AddModelInput {
  return {
    model_source: source,
    model_uri: uri,
    files: source === 'url' ? [] : files.split(',').flatMap((file) => file.trim() || []),
    ...(name.trim() === '' ? {} : { model_name: name }),
    ...(VERSIONED.has(source) && revision.trim() !== '' ? { revision } : {}),
    ...(sha256.trim() === '' ? {} : { sha256 }),
    ...(secret === '' ? {} : { token_secret: secret }),
  };
}
