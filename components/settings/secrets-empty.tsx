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
      Add a secret, then use <code>{'{{secrets.name}}'}</code> in a header, a body or a connection of a step.
      Pipelines contain only the name; values are encrypted, and masked in logs and outputs. Limit a secret to
      hosts to prevent steps from sending it anywhere else.
    </EmptyState>
  );
}
