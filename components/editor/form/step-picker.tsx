'use client';

import { Chip } from '@/components/ui/chip';
import { IconButton } from '@/components/ui/icon-button';
import { selectStep } from '../model/derived';
import { selectSteps } from '../model/selection';
import { useDescriptors, useEditor, useEditorStore } from '../use-editor';
import { useFormScope } from './form-context';
import type { ChoiceDirection } from './step-choices';
import styles from './step-picker.module.css';
import { StepSelect } from './step-select';

export interface StepPickerProps {
  id: string;
  label: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  direction: ChoiceDirection;
  /** Label of the empty choice. */
  prompt: string;
  invalid?: boolean;
  describedBy?: string;
}

/** Chosen steps as removable chips, and a list of the others; those that would create a cycle are marked. */
export function StepPicker({
  id,
  label,
  chosen,
  onChange,
  direction,
  prompt,
  invalid,
  describedBy,
}: StepPickerProps) {
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const { stepId } = useFormScope();
  return (
    <div className={styles.picker}>
      {chosen.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chosen.map((step) => {
            const found = selectStep(document, step);
            const category = found === undefined ? undefined : descriptors.find(found.action)?.category;
            return (
              <li key={step} className={styles.chip}>
                <button
                  type="button"
                  className={styles.go}
                  disabled={found === undefined}
                  onClick={() => store.select(selectSteps(step))}
                  title={`Go to ${step}`}
                >
                  <Chip category={category ?? 'param'} broken={found === undefined}>
                    {step}
                  </Chip>
                </button>
                <IconButton
                  icon="x"
                  size="sm"
                  iconSize={12}
                  label={`Remove ${step} from ${label}`}
                  onClick={() => onChange(chosen.filter((other) => other !== step))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <span className={styles.more}>
        <StepSelect
          id={id}
          label={label}
          stepId={stepId ?? ''}
          direction={direction}
          chosen={chosen}
          prompt={prompt}
          onChoose={(step) => onChange([...chosen, step])}
          invalid={invalid}
          describedBy={describedBy}
        />
      </span>
    </div>
  );
}
