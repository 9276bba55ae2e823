import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state';

export interface SecretsEmptyProps {
  /** The button that adds one. */
  action: ReactNode;
}

/** What the secrets page shows before the first secret. */
export function SecretsEmpty({ action }: SecretsEmptyProps) {
  return (
    <EmptyState icon="key" title="Keep passwords and tokens out of your pipelines" actions={action}>
      Give a secret a name here, then write <code>{'{{secrets.name}}'}</code> where a step sends it: in a
      header, a body, a connection. The pipeline holds only the name, the value is encrypted, and logs and
      outputs show dots in its place. Say to which hosts it may be sent, and no step can send it anywhere
      else.
    </EmptyState>
  );
}
