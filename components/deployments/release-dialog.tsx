'use client';

import {
  type DeploymentSummary,
  type ReleaseDeploymentInput,
  releaseDeploymentInput,
} from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { FormDialog } from '../forms/form-dialog';
import { problemsOf } from '../forms/form-problems';
import { type ReadDraft, useDialogForm } from '../forms/use-dialog-form';
import { Notice } from '../ui/notice';
import { type ResourceDraft, runtimeOf } from './deploy-draft';
import styles from './deployments.module.css';
import { ModelField } from './model-field';
import { ResourceFields } from './resource-fields';

export interface ReleaseDialogProps {
  deployment: DeploymentSummary;
  release: (input: ReleaseDeploymentInput) => Promise<Answer>;
  onClose: () => void;
  onDone: () => void;
}

interface ReleaseDraft extends ResourceDraft {
  readonly model: string;
}

/** The form for a new release: another model, runtime or other resources, while the deployment keeps serving. */
export function ReleaseDialog({ deployment, release, onClose, onDone }: ReleaseDialogProps) {
  const { name, replicas, model_name: current } = deployment;
  const form = useDialogForm({
    ...{ first: draftOf(deployment), send: release, onDone, onClose },
    read: (draft: ReleaseDraft) => readDraft(deployment, draft),
  });
  const { draft, problems, change } = form;

  return (
    <FormDialog
      form={form}
      size="md"
      title={`New release of ${name}`}
      description={`Serves ${current ?? 'a deleted model'} with ${replicas === 1 ? '1 replica' : `${replicas} replicas`}.`}
      submitLabel="Release"
      discardText="The deployment has not been changed."
    >
      <ModelField value={draft.model} error={problems.model_id} onChange={(model) => change({ model })} />
      <ResourceFields draft={draft} problems={problems} onChange={change} />
      <Notice status="pending" icon="info" title="Replicas are replaced one by one" className={styles.choice}>
        The current release serves until the new one is ready, and keeps serving if the new one fails. During
        the release, the cluster needs capacity for one more replica.
      </Notice>
    </FormDialog>
  );
}

function draftOf({ model_id: model, runtime, resources }: DeploymentSummary): ReleaseDraft {
  const { cpu_cores: cpu, memory_gb: memory, gpu_count: gpus } = resources;
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));
  return { model, runtime, cpu: textOf(cpu), memory: textOf(memory), gpus: gpus === 0 ? '' : String(gpus) };
}

function readDraft(deployment: DeploymentSummary, draft: ReleaseDraft): ReadDraft<ReleaseDeploymentInput> {
  const isSame = JSON.stringify(draft) === JSON.stringify(draftOf(deployment));
  if (isSame) return { problems: { all: 'Change the model, the runtime or the resources.' } };
  const input = { name: deployment.name, model_id: draft.model, ...runtimeOf(draft) };
  const parsed = releaseDeploymentInput.safeParse(input);
  return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error.issues) };
}
