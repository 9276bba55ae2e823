'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { CLOUD_SOURCE } from '@/engine/cloud-models';
import type { CreateDeploymentInput } from '@/lib/contracts/deployments';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import { FormDialog } from '../forms/form-dialog';
import type { FormProblems } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Combobox } from '../ui/combobox';
import { Field } from '../ui/field';
import { formatBytes } from '../ui/format';
import { Input } from '../ui/input';
import { Segmented } from '../ui/segmented';
import { emptyDraft, readDraft } from './deploy-draft';
import styles from './deployments.module.css';
import { ExternalFields } from './external-fields';
import { RuntimeFields } from './runtime-fields';

export interface DeployDialogProps {
  /** Id of the preselected model. */
  model?: string | undefined;
  create: (input: CreateDeploymentInput) => Promise<Answer>;
  onClose: () => void;
  /** Called with the name of the deployment. */
  onDone: (name: string) => void;
}

const PLACES = [
  { value: 'cluster', label: 'Cluster' },
  { value: 'external', label: 'External server' },
] as const;

/** The form for a new deployment. Values stay until it is created. */
export function DeployDialog({ model = '', create, onClose, onDone }: DeployDialogProps) {
  const form = useDialogForm({
    ...{ first: emptyDraft(model), read: readDraft, send: create, onClose, problemsOfRefusal },
    onDone: (input: CreateDeploymentInput) => onDone(input.name),
  });
  const { draft, problems, change } = form;

  return (
    <FormDialog
      form={form}
      size="md"
      title="Deploy"
      submitLabel="Deploy"
      discardText="The deployment has not been created."
    >
      <Field label="Name" required error={problems.name} hint="Part of the endpoint: /deployments/name/v1.">
        {(control) => (
          <Input
            {...control}
            mono
            required
            spellCheck={false}
            autoCapitalize="off"
            placeholder="support-chat"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.choice}>
        <Segmented
          label="Runs on"
          size="md"
          value={draft.on}
          onValueChange={(on) => change({ on })}
          segments={PLACES}
        />
      </div>
      {draft.on === 'external' ? (
        <ExternalFields draft={draft} problems={problems} onChange={change} />
      ) : (
        <>
          <ModelField
            value={draft.model}
            error={problems.model_id}
            onChange={(id) => change({ model: id })}
          />
          <RuntimeFields draft={draft} problems={problems} onChange={change} />
        </>
      )}
    </FormDialog>
  );
}

interface ModelFieldProps {
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

function ModelField({ value, error, onChange }: ModelFieldProps) {
  const { data } = useQuery(queryFor(modelEndpoints.list, {}));
  const models =
    data?.models.filter(({ status, source }) => status === 'available' && source !== CLOUD_SOURCE) ?? [];
  const options = models.map(({ id, name, size_bytes: size }) => ({
    ...{ value: id, label: name },
    ...(size === null ? {} : { detail: formatBytes(size) }),
  }));
  const hint = data && models.length === 0 ? 'No verified model yet. Add one on the page Models.' : undefined;
  return (
    <Field label="Model" required error={error} hint={hint}>
      {(control) => (
        <Combobox
          {...control}
          listLabel="Models"
          placeholder="Choose a model"
          value={value}
          onValueChange={onChange}
          options={options}
        />
      )}
    </Field>
  );
}

/** Shows a name conflict beside the name field. */
function problemsOfRefusal({ code, message }: ErrorBody): FormProblems {
  return code === 'conflict' ? { name: message } : { all: message };
}
