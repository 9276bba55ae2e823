import type { FormProblems } from '../forms/form-problems';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import type { ResourceDraft } from './deploy-draft';
import styles from './deployments.module.css';
import { NumberField } from './number-field';

export interface ResourceFieldsProps {
  draft: ResourceDraft;
  problems: FormProblems;
  onChange: (part: Partial<ResourceDraft>) => void;
}

/** Fields for the runtime and the resources of each replica. */
export function ResourceFields({ draft, problems, onChange }: ResourceFieldsProps) {
  return (
    <>
      <Field
        label="Runtime"
        error={problems.runtime}
        hint="Default: the first installed runtime that can load the model."
      >
        {(control) => (
          <Input
            {...control}
            mono
            spellCheck={false}
            value={draft.runtime}
            onChange={(event) => onChange({ runtime: event.target.value })}
          />
        )}
      </Field>
      <fieldset className={styles.group}>
        <legend>Resources of a replica</legend>
        <div className={styles.triple}>
          <NumberField
            label="CPU"
            unit="cores"
            value={draft.cpu}
            error={problems['resources.cpu_cores']}
            onChange={(cpu) => onChange({ cpu })}
          />
          <NumberField
            label="Memory"
            unit="GB"
            value={draft.memory}
            error={problems['resources.memory_gb']}
            onChange={(memory) => onChange({ memory })}
          />
          <NumberField
            label="GPUs"
            placeholder="0"
            value={draft.gpus}
            error={problems['resources.gpu_count']}
            onChange={(gpus) => onChange({ gpus })}
          />
        </div>
      </fieldset>
    </>
  );
}
