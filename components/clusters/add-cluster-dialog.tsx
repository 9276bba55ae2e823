'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { callApi } from '@/client/api';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import type { ClusterCheck } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import type { ClusterActions } from './cluster-actions';
import {
  asNewCluster,
  type ClusterDraft,
  type ClusterProblems,
  connectionOf,
  EMPTY_DRAFT,
  problemsOfDraft,
} from './cluster-draft';
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

/** Adds a Kubernetes cluster, optionally after a test. Typed values stay until the cluster is stored. */
export function AddClusterDialog({ actions, onClose, onDone }: AddClusterDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ClusterDraft>(EMPTY_DRAFT);
  const [problems, setProblems] = useState<ClusterProblems>({});
  const [busy, setBusy] = useState<'add' | 'test'>();
  const [check, setCheck] = useState<ClusterCheck>();

  function change(part: Partial<ClusterDraft>) {
    setDraft({ ...draft, ...part });
    setProblems({});
    if (!('id' in part)) setCheck(undefined);
  }

  /** Whether the draft can be sent; otherwise shows why not. */
  function isValid(of: 'connection' | 'cluster'): boolean {
    const found = problemsOfDraft(draft, of);
    setProblems(found);
    if (Object.keys(found).length === 0) return true;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return false;
  }

  async function test() {
    if (!isValid('connection')) return;
    setCheck(undefined);
    setBusy('test');
    try {
      setCheck(await callApi(clusterEndpoints.test, connectionOf(draft)));
    } catch (error) {
      setProblems({ all: messageOf(error) });
    } finally {
      setBusy(undefined);
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isValid('cluster')) return;
    setBusy('add');
    try {
      const answer = await actions.addCluster(asNewCluster(draft));
      if (answer.ok) onDone(draft.id.trim());
      else
        setProblems(
          answer.error.code === 'conflict' ? { id: answer.error.message } : { all: answer.error.message },
        );
    } catch (error) {
      setProblems({ all: messageOf(error) });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title="Add cluster"
      footer={
        <>
          <Button busy={busy === 'test'} className={styles.test} onClick={() => void test()}>
            Test connection
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy === 'add'}>
            Add cluster
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
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
        {problems.all && <Notice status="failed" title={problems.all} alert className={styles.result} />}
        {check && <TestResult check={check} />}
      </form>
    </Dialog>
  );
}

function messageOf(error: unknown): string {
  const isRefusal = error instanceof Error && error.name === 'ApiError';
  return isRefusal
    ? error.message
    : 'The server cannot be reached. Your input is kept. Check that the server is running, then try again.';
}
