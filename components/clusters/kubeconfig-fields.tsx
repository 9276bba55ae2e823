'use client';

import { useRef } from 'react';
import type { FormProblems } from '@/components/forms/form-problems';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { ClusterDraft } from './cluster-draft';
import styles from './clusters.module.css';

export interface KubeconfigFieldsProps {
  draft: ClusterDraft;
  problems: FormProblems;
  onChange: (part: Partial<ClusterDraft>) => void;
}

/** Fields for a kubeconfig, as text or from a file, and for its context. */
export function KubeconfigFields({ draft, problems, onChange }: KubeconfigFieldsProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field
        label="Kubeconfig"
        required
        error={problems.kubeconfig}
        hint="Stored encrypted and never shown again. Only the cluster and user of the context are stored. Use the token of a service account, or a client certificate."
        end={
          <Button size="sm" onClick={() => file.current?.click()}>
            Choose file…
          </Button>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            mono
            required
            rows={8}
            spellCheck={false}
            autoComplete="off"
            placeholder={'apiVersion: v1\nkind: Config\nclusters: …'}
            value={draft.kubeconfig}
            onChange={(event) => onChange({ kubeconfig: event.target.value })}
          />
        )}
      </Field>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Kubeconfig file"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = '';
          void chosen?.text().then((kubeconfig) => onChange({ kubeconfig }));
        }}
      />
      <Field label="Context" error={problems.context} hint="Default: the current context of the kubeconfig.">
        {(control) => (
          <Input
            {...control}
            mono
            spellCheck={false}
            className={styles.context}
            value={draft.context}
            onChange={(event) => onChange({ context: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
