'use client';

import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { FormServicesContext, type NewSecret, useFormServices } from '@/components/editor/form/form-context';
import { SecretNamesContext } from '@/components/editor/form/secret-names';
import { useObservable, useSession } from '@/components/editor/use-editor';
import { SecretDialog } from '@/components/settings/secret-dialog';
import type { KnownSecret } from '@/engine';
import type { EditorActions } from './editor-actions';

export interface SecretServicesProps {
  addSecret: EditorActions['addSecret'];
  children: ReactNode;
}

interface Asking {
  readonly secret: NewSecret;
  readonly onStored: (name: string) => void;
}

/** Provides the names of the secrets to fields, and the dialog that adds one to them. */
export function SecretServices({ addSecret, children }: SecretServicesProps) {
  const { secrets } = useSession();
  const names = useObservable(secrets, namesOf);
  const services = useFormServices();
  const [asking, setAsking] = useState<Asking>();
  const storeSecret = useCallback(
    (secret: NewSecret, onStored: (name: string) => void) => setAsking({ secret, onStored }),
    [],
  );
  const withSecrets = useMemo(
    () => (addSecret === undefined ? services : { ...services, storeSecret }),
    [services, addSecret, storeSecret],
  );
  return (
    <SecretNamesContext value={names}>
      <FormServicesContext value={withSecrets}>{children}</FormServicesContext>
      {asking !== undefined && addSecret !== undefined && (
        <SecretDialog
          first={{ ...asking.secret, name: freeName(asking.secret.name, names) }}
          actions={{ addSecret }}
          onClose={() => setAsking(undefined)}
          onDone={(name, hosts) => {
            secrets.set([...(secrets.get() ?? []), { name, hosts }]);
            asking.onStored(name);
            setAsking(undefined);
          }}
        />
      )}
    </SecretNamesContext>
  );
}

/** The name, numbered when it is taken: `token_2`. */
function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name.slice(0, 60)}_${number}`;
  return free;
}

function namesOf(secrets: readonly KnownSecret[] | undefined): readonly string[] {
  return (secrets ?? []).map(({ name }) => name);
}
