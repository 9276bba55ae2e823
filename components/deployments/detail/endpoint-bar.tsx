'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, readAgain } from '@/client/queries';
import type { DeploymentDetail } from '@/lib/contracts/deployments';
import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { useOrigin } from '../../ui/use-origin';
import type { DeploymentActions } from '../deployment-actions';
import { baseUrl } from '../deployment-look';
import styles from './detail.module.css';
import { KeysDialog } from './keys-dialog';

export interface EndpointBarProps {
  deployment: DeploymentDetail;
  actions: DeploymentActions;
  /** Called with a new key, so that the page can use it. */
  onKey: (key: string) => void;
}

/** The endpoint for clients, and its API keys. */
export function EndpointBar({ deployment, actions, onKey }: EndpointBarProps) {
  const { name } = deployment;
  const [isOpen, setIsOpen] = useState(false);
  const queries = useQueryClient();
  const query = queryFor(deploymentEndpoints.keys, { name });
  const keys = useQuery(query);
  const inUse = keys.data?.keys.filter((key) => key.revoked_at === null).length;
  const url = baseUrl(deployment, useOrigin());
  return (
    <div className={styles.endpoint}>
      <div className={styles.box}>
        <span className={styles.label}>Base URL</span>
        <code className={styles.url}>{url}</code>
        <CopyButton text={url} label="Copy base URL" />
      </div>
      <div className={styles.box}>
        <span className={styles.label}>API keys</span>
        <span>{inUse ?? '–'}</span>
        <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
          Manage
        </Button>
      </div>
      {isOpen && (
        <KeysDialog
          name={name}
          keys={keys.data?.keys ?? []}
          problem={keys.error?.message}
          actions={actions}
          onClose={() => setIsOpen(false)}
          onChanged={() => void readAgain(queries, query.queryKey)}
          onKey={onKey}
        />
      )}
    </div>
  );
}
