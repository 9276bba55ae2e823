'use client';

import { useMemo } from 'react';
import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { type Diagnostic, placeText, type StepDocument } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { FieldProblems, problemsAt, worstOf } from '../form/field-problems';
import { useFieldFocus } from '../form/use-field-focus';
import { setStepField } from '../model/edits';
import { useEditorStore } from '../use-editor';
import styles from './inspector.module.css';
import { Section } from './section';

export interface ConditionSectionProps {
  step: StepDocument;
  problems: readonly Diagnostic[];
}

/** The condition of a step: one expression, checked while it is typed. */
export function ConditionSection({ step, problems }: ConditionSectionProps) {
  const store = useEditorStore();
  const all = useMemo(() => problemsAt(problems, 'condition'), [problems]);
  const { problems: own, handlers } = useFieldFocus(step.id, 'condition', all);
  const write = (text: string) => {
    store.edit(
      `Edit condition of ${step.id}`,
      (document) => setStepField(document, step.id, 'condition', text === '' ? undefined : text),
      {
        coalesce: `${step.id}.condition`,
      },
    );
  };
  return (
    <Section
      title="Run condition"
      hint={step.condition === undefined ? 'always' : undefined}
      field="condition"
    >
      <div {...handlers}>
        <ExpressionInput
          id={`condition-${step.id}`}
          label="Run condition"
          value={step.condition ?? ''}
          onChange={write}
          mode="expression"
          stepId={step.id}
          problems={own}
          invalid={worstOf(own) === 'error'}
          describedBy="condition-problems"
          placeholder={'params.stage == "live"'}
        />
      </div>
      <FieldProblems id="condition-problems" problems={own} />
      {step.condition !== undefined && (
        <LineageButton
          value={placeText({ of: 'condition', step: step.id, path: [] })}
          of="the run condition"
        />
      )}
      {handlesFailure(step.condition) && (
        <p className={styles.note}>
          The condition reads the status of another step. This step runs after that step, whether it completed
          or failed.
        </p>
      )}
    </Section>
  );
}

/** docs/rules.md, section 3: a condition that reads status or error makes the step a handler. */
function handlesFailure(condition: string | undefined): boolean {
  return condition !== undefined && /\bsteps\.[\w-]{1,100}\.(?:status|error)\b/.test(condition);
}
