'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useNow } from '@/components/ui/use-time';
import type { SecretSummary } from '@/lib/contracts/secrets';
import { Button } from '../ui/button';
import { formatCount } from '../ui/format';
import { useToast } from '../ui/use-toast';
import { DeleteSecretDialog } from './delete-secret-dialog';
import { SecretDialog } from './secret-dialog';
import styles from './secret-list.module.css';
import { SecretRow } from './secret-row';
import { SecretsEmpty } from './secrets-empty';
import type { SecretActions } from './settings-actions';
import { SettingsHeader } from './settings-header';
import { useKeptFocus } from './use-kept-focus';

export interface SecretListProps {
  secrets: readonly SecretSummary[];
  actions: SecretActions;
  /** When the server drew the page: ISO 8601. */
  now: string;
}

type Asking =
  | { readonly about: 'add' }
  | { readonly about: 'change' | 'delete'; readonly secret: SecretSummary }
  | undefined;

/** All secrets, and everything that can be done with one; none of it shows a value. */
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
          onDone={(name) => done(`Changed ${name}`)}
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
