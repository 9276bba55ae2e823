'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { keyOf, queryFor, readAgain } from '@/client/queries';
import { useRenderedAnswer } from '@/client/use-rendered-answer';
import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import type { Answer } from '@/lib/contracts/errors';
import type { ModelList, ModelSummary } from '@/lib/contracts/models';
import { useDeployments } from '../deployments/use-deployments';
import { PageHeader } from '../shell/page-header';
import { ServingTabs } from '../shell/serving-tabs';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { formatBytes, formatCount } from '../ui/format';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toast';
import { AddCloudModelDialog } from './add-cloud-model-dialog';
import { AddModelDialog } from './add-model-dialog';
import { DeleteModelDialog } from './delete-model-dialog';
import type { ModelActions } from './model-actions';
import styles from './model-list.module.css';
import { ModelRow } from './model-row';

export interface ModelListPageProps {
  first: ModelList;
  /** When the server rendered the page: ISO 8601. */
  now: string;
  /** Names of the secrets that may hold an access token. */
  secrets: readonly string[];
  actions: ModelActions;
}

/** Polling interval while a model downloads, and otherwise, in ms. */
const BUSY_MS = 1000;
const QUIET_MS = 5000;

type Asking =
  | { readonly about: 'add' | 'cloud' }
  | { readonly about: 'delete'; readonly model: ModelSummary }
  | undefined;

/** The list of models with their downloads, polled, with the actions on each of them. */
export function ModelListPage({ first, secrets, actions, now }: ModelListPageProps) {
  const [asking, setAsking] = useState<Asking>();
  const router = useRouter();
  const toast = useToast();
  const queries = useQueryClient();
  const query = queryFor(modelEndpoints.list, {});
  useRenderedAnswer(query.queryKey, first, now);
  const list = useQuery({
    ...query,
    initialData: first,
    refetchInterval: ({ state }) => (isBusy(state.data ?? first) ? BUSY_MS : QUIET_MS),
  });
  const deployments = useDeployments();
  const { models } = list.data;
  const close = () => setAsking(undefined);
  const refresh = () => void readAgain(queries, keyOf(modelEndpoints.list));

  async function perform(work: () => Promise<Answer>, done: string) {
    const answer = await work().catch(() => undefined);
    if (answer?.ok) toast({ title: done });
    else
      toast({
        title:
          answer?.error.message ?? 'The server cannot be reached. Check that it is running, then try again.',
      });
    refresh();
  }

  const addButton = (
    <>
      <Button icon="plus" onClick={() => setAsking({ about: 'cloud' })}>
        Add cloud model
      </Button>
      <Button variant="primary" icon="plus" onClick={() => setAsking({ about: 'add' })}>
        Add model
      </Button>
    </>
  );

  return (
    <>
      <PageHeader title="Models" actions={models.length === 0 ? undefined : addButton}>
        {factsOf(list.data)}
      </PageHeader>
      <ServingTabs here="models" />
      {list.error && (
        <Notice status="failed" title={`Models could not be loaded. ${list.error.message}`} alert>
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {models.length === 0 ? (
        <EmptyState icon="cube" title="No models yet" actions={addButton}>
          A model is a set of files that Pipewright downloads and verifies, or a model that a provider serves.
          Add one here, or with the actions <code>model_add</code> and <code>cloud_model_add</code> in a
          pipeline.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Models">
          {models.map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              usedBy={deployments.filter((deployment) => deployment.model_id === model.id)}
              onDeploy={() => router.push(`/deployments?deploy=${encodeURIComponent(model.id)}`)}
              onCancel={() => void perform(() => actions.cancelModel(model.id), `Cancelled ${model.name}`)}
              onDownloadAgain={() =>
                void perform(() => actions.resumeModel(model.id), `Downloading ${model.name}`)
              }
              onDelete={() => setAsking({ about: 'delete', model })}
            />
          ))}
        </ul>
      )}
      {asking?.about === 'add' && (
        <AddModelDialog
          secrets={secrets}
          add={actions.addModel}
          onClose={close}
          onDone={(name) => {
            close();
            refresh();
            toast({ title: `Downloading ${name}` });
          }}
        />
      )}
      {asking?.about === 'cloud' && (
        <AddCloudModelDialog
          secrets={secrets}
          add={actions.addCloudModel}
          onClose={close}
          onDone={(name) => {
            close();
            refresh();
            toast({ title: `Added ${name}` });
          }}
        />
      )}
      {asking?.about === 'delete' && (
        <DeleteModelDialog
          model={asking.model}
          remove={() => actions.deleteModel(asking.model.id)}
          onClose={close}
          onDone={(freed) => {
            close();
            refresh();
            toast({ title: `Deleted ${asking.model.name}`, detail: `${formatBytes(freed)} freed` });
          }}
        />
      )}
    </>
  );
}

function isBusy({ models }: ModelList): boolean {
  return models.some(({ status }) => status === 'downloading' || status === 'deleting');
}

function factsOf({ models, free_bytes: free }: ModelList): string {
  const stored = models.reduce(
    (sum, model) => sum + (model.status === 'available' ? (model.size_bytes ?? 0) : 0),
    0,
  );
  const facts = [formatCount(models.length, 'model'), formatBytes(stored)];
  return [...facts, ...(free === null ? [] : [`${formatBytes(free)} disk free`])].join(' · ');
}
