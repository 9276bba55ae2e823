'use client';

import type { CreateDeploymentInput } from '@/lib/contracts/deployments';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import { FormDialog } from '../forms/form-dialog';
import type { FormProblems } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Segmented } from '../ui/segmented';
import { emptyDraft, readDraft } from './deploy-draft';
import styles from './deployments.module.css';
import { ExternalFields } from './external-fields';
import { ModelField } from './model-field';
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

/** Shows a name conflict beside the name field. */
function problemsOfRefusal({ code, message }: ErrorBody): FormProblems {
  return code === 'conflict' ? { name: message } : { all: message };
}
