'use client';

import { Field } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Textarea } from '@/components/ui/textarea';
import type { Diagnostic, Json, StepDocument } from '@/engine';
import { FieldProblems, problemsAt } from '../form/field-problems';
import { setStepField } from '../model/edits';
import { useEditorStore } from '../use-editor';
import styles from './inspector.module.css';
import { Section } from './section';
import { SmallNumber } from './small-number';

export interface BehaviourSectionProps {
  step: StepDocument;
  problems: readonly Diagnostic[];
}

const ON_FAILURE_SEGMENTS = [
  { value: 'fail', label: 'Fail run' },
  { value: 'continue', label: 'Continue' },
] as const;

/** Further settings of a step: failure, time limit, interruption, enabled, description. */
export function BehaviourSection({ step, problems }: BehaviourSectionProps) {
  const store = useEditorStore();
  const set = (key: string, value: Json | undefined) => {
    store.edit(`Edit ${key} of ${step.id}`, (document) => setStepField(document, step.id, key, value), {
      coalesce: `${step.id}.${key}`,
    });
  };
  const at = (key: string) => (
    <FieldProblems id={`${key}-${step.id}-problems`} problems={problemsAt(problems, key)} />
  );
  return (
    <Section title="Behaviour">
      <div className={styles.setting} data-field="on_failure">
        <span>On failure</span>
        <Segmented
          label="On failure"
          size="md"
          value={step.on_failure === 'continue' ? 'continue' : 'fail'}
          onValueChange={(value) => set('on_failure', value === 'fail' ? undefined : value)}
          segments={ON_FAILURE_SEGMENTS}
        />
      </div>
      {at('on_failure')}
      <div className={styles.setting} data-field="timeout_seconds">
        <span>Attempt timeout</span>
        <SmallNumber
          label="Attempt timeout in seconds"
          value={step.timeout_seconds}
          placeholder="–"
          unit="s"
          onChange={(value) => set('timeout_seconds', value)}
        />
      </div>
      {at('timeout_seconds')}
      <div className={styles.setting} data-field="on_interrupt">
        <span>If interrupted</span>
        <span className={styles.choice}>
          <Select
            size="sm"
            soft
            aria-label="If interrupted"
            value={step.on_interrupt ?? ''}
            onChange={(event) => set('on_interrupt', event.target.value || undefined)}
          >
            <option value="">Default for this action</option>
            <option value="retry">Run again</option>
            <option value="ask">Ask for a decision</option>
            <option value="fail">Fail</option>
          </Select>
        </span>
      </div>
      {at('on_interrupt')}
      <div className={styles.setting} data-field="disabled">
        <span>Disabled</span>
        <Switch
          aria-label="Disabled"
          checked={step.disabled === true}
          onCheckedChange={(isOff) => set('disabled', isOff ? true : undefined)}
        />
      </div>
      <div data-field="description" className={styles.after}>
        <Field label="Description">
          {({ id }) => (
            <Textarea
              id={id}
              rows={2}
              placeholder="Purpose of this step"
              value={step.description ?? ''}
              onChange={(event) => set('description', event.target.value || undefined)}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
