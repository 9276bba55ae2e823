'use client';

import { useState } from 'react';
import { ApiError, callApi } from '@/client/api';
import { FormDialog } from '@/components/forms/form-dialog';
import type { FormProblems } from '@/components/forms/form-problems';
import { useDialogForm } from '@/components/forms/use-dialog-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { AddClusterInput, ClusterCheck } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import type { ErrorBody } from '@/lib/contracts/errors';
import type { ClusterActions } from './cluster-actions';
import { type ClusterDraft, EMPTY_DRAFT, readCluster, readConnection } from './cluster-draft';
import styles from './clusters.module.css';
import { KubeconfigFields } from './kubeconfig-fields';
import { TestResult } from './test-result';

export interface AddClusterDialogProps {
  actions: Pick<ClusterActions, 'addCluster'>;
  onClose: () => void;
  onDone: (id: string) => void;
}

const SOURCES = [
  { value: 'kubeconfig', label: 'Kubeconfig' },
  { value: 'pod', label: 'In-cluster' },
] as const;

/** A form for a Kubernetes cluster, with a test of the connection. Values stay until the cluster is stored. */
export function AddClusterDialog({ actions, onClose, onDone }: AddClusterDialogProps) {
  const [isTesting, setIsTesting] = useState(false);
  const [check, setCheck] = useState<ClusterCheck>();
  const form = useDialogForm({
    ...{ first: EMPTY_DRAFT, read: readCluster, send: actions.addCluster, onClose, problemsOfRefusal },
    onDone: (input: AddClusterInput) => onDone(input.id),
  });
  const { draft, problems } = form;

  function change(part: Partial<ClusterDraft>) {
    form.change(part);
    if (!('id' in part)) setCheck(undefined);
  }

  async function test() {
    const read = readConnection(draft);
    if ('problems' in read) return form.show(read.problems);
    form.show({});
    setCheck(undefined);
    setIsTesting(true);
    try {
      setCheck(await callApi(clusterEndpoints.test, read.input));
    } catch (error) {
      form.show({ all: messageOf(error) });
    } finally {
      setIsTesting(false);
    }
  }

  return (
    <FormDialog
      form={form}
      size="md"
      title="Add cluster"
      submitLabel="Add cluster"
      discardText="The cluster has not been added."
      buttons={
        <Button busy={isTesting} onClick={() => void test()}>
          Test connection
        </Button>
      }
      result={check && <TestResult check={check} />}
    >
      <Field
        label="Name"
        required
        error={problems.id}
        hint={
          <>
            Steps use it as <code>cluster_id</code>.
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
            placeholder="gpu-east"
            value={draft.id}
            onChange={(event) => change({ id: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.source}>
        <Segmented
          label="Credentials"
          size="md"
          value={draft.from}
          onValueChange={(from) => change({ from })}
          segments={SOURCES}
        />
      </div>
      {draft.from === 'kubeconfig' ? (
        <KubeconfigFields draft={draft} problems={problems} onChange={change} />
      ) : (
        <p className={styles.faint}>
          Pipewright uses the service account of the pod that it runs in. Allow the account to get and list
          nodes and pods.
        </p>
      )}
    </FormDialog>
  );
}

/** Shows a name conflict beside the name, and a kubeconfig that cannot be read beside it. */
function problemsOfRefusal({ code, message }: ErrorBody): FormProblems {
  if (code === 'invalid') return { kubeconfig: message };
  return code === 'conflict' ? { id: message } : { all: message };
}

function messageOf(error: unknown): string {
  const isRefusal = error instanceof ApiError;
  return isRefusal
    ? error.message
    : 'The server cannot be reached. Your input is kept. Check that the server is running, then try again.';
}
