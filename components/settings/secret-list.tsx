'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { Answer } from '@/lib/contracts/errors';
import type { SecretSummary } from '@/lib/contracts/secrets';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { EmptyState } from '../ui/empty-state';
import { formatCount } from '../ui/format';
import { Notice } from '../ui/notice';
import { useToast } from '../ui/toast';
import { useKeptFocus } from '../ui/use-kept-focus';
import deleteSecretDialogStyles from './dialog.module.css';
import { SecretDialog } from './secret-dialog';
import styles from './secret-list.module.css';
import { SecretRow } from './secret-row';
import type { SecretActions } from './settings-actions';
import { SettingsHeader } from './settings-header';
import { useSending } from './use-sending';

export interface SecretListProps {
  secrets: readonly SecretSummary[];
  actions: SecretActions;
  /** When the server rendered the page: ISO 8601. */
  now: string;
}

type Asking =
  | { readonly about: 'add' }
  | { readonly about: 'change' | 'delete'; readonly secret: SecretSummary }
  | undefined;

/** All secrets, without their values, with their commands. */
export function SecretList({ secrets, actions, now: serverNow }: SecretListProps) {
  const now = new Date(useNow('slow', serverNow));
  const router = useRouter();
  const toast = useToast();
  const [asking, setAsking] = useState<Asking>();
  const addRef = useKeptFocus(secrets);
  const close = () => setAsking(undefined);
  const isEmpty = secrets.length === 0;

  function done(title: string, detail?: string) {
    close();
    router.refresh();
    toast({ title, ...(detail === undefined ? {} : { detail }) });
  }

  const addButton = (
    <Button ref={addRef} variant="primary" icon="plus" onClick={() => setAsking({ about: 'add' })}>
      Add secret
    </Button>
  );

  return (
    <>
      <SettingsHeader here="/settings/secrets" actions={isEmpty ? undefined : addButton}>
        {factsOf(secrets)}
      </SettingsHeader>
      {isEmpty ? (
        <SecretsEmpty action={addButton} />
      ) : (
        <div className={styles.list}>
          <div className={styles.heads} aria-hidden>
            <span>Name</span>
            <span>Allowed hosts</span>
            <span>Used by</span>
            <span>Last used</span>
            <span>Changed</span>
            <span />
          </div>
          <ul aria-label="Secrets">
            {secrets.map((secret) => (
              <SecretRow
                key={secret.name}
                secret={secret}
                now={now}
                onChange={() => setAsking({ about: 'change', secret })}
                onDelete={() => setAsking({ about: 'delete', secret })}
              />
            ))}
          </ul>
        </div>
      )}
      {asking?.about === 'add' && (
        <SecretDialog
          onClose={close}
          actions={actions}
          onDone={(name) => done(`Added ${name}`, `Use {{secrets.${name}}} in a step.`)}
        />
      )}
      {asking?.about === 'change' && (
        <SecretDialog
          secret={asking.secret}
          onClose={close}
          actions={actions}
          onDone={(name) => done(`Updated ${name}`)}
        />
      )}
      {asking?.about === 'delete' && (
        <DeleteSecretDialog
          secret={asking.secret}
          onClose={close}
          remove={() => actions.deleteSecret(asking.secret.name)}
          onDone={() => done(`Deleted ${asking.secret.name}`)}
        />
      )}
    </>
  );
}

function factsOf(secrets: readonly SecretSummary[]): string {
  const unreadable = secrets.filter(({ problem }) => problem !== null).length;
  const kept = 'Values are encrypted and write-only. Steps use secrets by name; logs and outputs mask them.';
  return unreadable === 0 ? kept : `${formatCount(unreadable, 'secret')} not readable. ${kept}`;
}

interface SecretsEmptyProps {
  /** The button that adds one. */
  action: ReactNode;
}

/** What the secrets page shows before the first secret. */
function SecretsEmpty({ action }: SecretsEmptyProps) {
  return (
    <EmptyState icon="key" title="Keep passwords and tokens out of your pipelines" actions={action}>
      Add a secret, then use <code>{'{{secrets.name}}'}</code> in a header, a body or a connection of a step.
      Pipelines contain only the name; values are encrypted, and masked in logs and outputs. Limit a secret to
      hosts to prevent steps from sending it anywhere else.
    </EmptyState>
  );
}

interface DeleteSecretDialogProps {
  secret: SecretSummary;
  onClose: () => void;
  remove: () => Promise<Answer>;
  onDone: () => void;
}

/** Asks for confirmation before a secret is deleted, and lists the pipelines that will fail without it. */
function DeleteSecretDialog({ secret, onClose, remove, onDone }: DeleteSecretDialogProps) {
  const { isBusy, send } = useSending();
  const [error, setError] = useState<string>();
  const { name, usedBy } = secret;

  async function confirm() {
    const refusal = await send(remove);
    if (refusal) setError(refusal.message);
    else onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete secret"
      onConfirm={() => void confirm()}
      busy={isBusy}
    >
      <p>This cannot be undone.</p>
      {usedBy.length === 0 ? (
        <p>No pipeline uses this secret.</p>
      ) : (
        <>
          <p>
            {formatCount(usedBy.length, 'pipeline')} {usedBy.length === 1 ? 'uses' : 'use'} this secret and
            will fail at that step:
          </p>
          <ul className={deleteSecretDialogStyles.uses}>
            {usedBy.map((use) => (
              <li key={use.id}>{use.name}</li>
            ))}
          </ul>
        </>
      )}
      {error && <Notice status="failed" title={error} alert className={deleteSecretDialogStyles.refusal} />}
    </ConfirmDialog>
  );
}
