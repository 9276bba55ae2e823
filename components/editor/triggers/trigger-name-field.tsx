'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { TriggerType } from '@/lib/contracts/triggers';
import type { TriggerDraft } from './model/trigger-draft';

export interface TriggerNameFieldProps {
  draft: TriggerDraft;
  onChange: (name: string) => void;
  error: string | undefined;
}

const SUCH_AS: Readonly<Record<TriggerType, string>> = {
  schedule: 'Every morning',
  webhook: 'Push to main',
  pipeline_finished: 'After the nightly import',
};

/** What the trigger is called in its runs. */
export function TriggerNameField({ draft, onChange, error }: TriggerNameFieldProps) {
  return (
    <Field label="Name" required error={error} hint="Shown as the trigger of each run.">
      {(control) => (
        <Input
          {...control}
          required
          value={draft.name}
          placeholder={SUCH_AS[draft.type]}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
