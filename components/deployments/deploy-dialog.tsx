'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { queryFor } from '@/client/queries';
import { CLOUD_SOURCE } from '@/engine/cloud-models';
import type { CreateDeploymentInput } from '@/lib/contracts/deployments';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import type { Answer, ErrorBody } from '@/lib/contracts/errors';
import { focusInvalid, useSending } from '../settings/use-sending';
import { Button } from '../ui/button';
import { Combobox } from '../ui/combobox';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { formatBytes } from '../ui/format';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';
import { Segmented } from '../ui/segmented';
import { type DeployDraft, emptyDraft, readDraft } from './deploy-draft';
import styles from './deployments.module.css';
import type { Problems } from './draft-problems';
import { ExternalFields } from './external-fields';
import { RuntimeFields } from './runtime-fields';

export interface DeployDialogProps {
  /** Id of the model that is chosen first. */
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

/** Asks for a new deployment. What is typed stays until it is created. */
export function DeployDialog({ model = '', create, onClose, onDone }: DeployDialogProps) {
  const formId = useId();
  const { isBusy, send } = useSending();
  const [draft, setDraft] = useState(() => emptyDraft(model));
  const [problems, setProblems] = useState<Problems>({});
  const change = (part: Partial<DeployDraft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readDraft(draft);
    if ('problems' in read) setProblems(read.problems);
    else {
      const refusal = await send(() => create(read.input));
      if (!refusal) return onDone(read.input.name);
      setProblems(problemsOfRefusal(refusal));
    }
    focusInvalid(form);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title="Deploy"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Deploy
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
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
        {problems.all && <Notice status="failed" title={problems.all} alert className={styles.result} />}
      </form>
    </Dialog>
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

/** A refusal about a name that exists belongs to its field. */
function problemsOfRefusal({ code, message }: ErrorBody): Problems {
  return code === 'conflict' ? { name: message } : { all: message };
}
