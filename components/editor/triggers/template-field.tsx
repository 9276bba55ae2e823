'use client';

import { useMemo } from 'react';
import type { FieldControl } from '@/components/ui/field';
import { isJsonObject, type Json, observeShape } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import type { ExpressionScope } from '../expression-input/expression-scope';
import type { ExpressionKnowledge } from '../expression-input/use-expression-scope';
import { useExpressionScope } from '../expression-input/use-expression-scope';
import { exampleOf } from '../model/samples';
import styles from './trigger-dialog.module.css';

export interface TemplateFieldProps {
  control: FieldControl;
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  /** The value of `trigger` in a test event; undefined without one. */
  sample: Json | undefined;
}

const NO_NAMES: readonly string[] = [];

/** A template of a trigger's param, with completion and a preview from the test event. */
export function TemplateField({ control, label, value, onChange, placeholder, sample }: TemplateFieldProps) {
  const knowledge = useTriggerKnowledge(sample);
  const preview = value.includes('{{') ? exampleOf(value, knowledge.scope.examples) : undefined;
  return (
    <>
      <ExpressionInput
        id={control.id}
        label={label}
        value={value}
        onChange={onChange}
        mode="template"
        stepId={undefined}
        knowledge={knowledge}
        multiline={value.includes('\n')}
        invalid={control.invalid}
        {...(control['aria-describedby'] === undefined ? {} : { describedBy: control['aria-describedby'] })}
        placeholder={placeholder}
      />
      {preview !== undefined && (
        <p className={styles.preview}>
          Preview: <code>{typeof preview === 'string' ? preview : JSON.stringify(preview)}</code>
        </p>
      )}
    </>
  );
}

/** The names that templates of a trigger read: `trigger` and `now`, no steps. */
function useTriggerKnowledge(sample: Json | undefined): ExpressionKnowledge {
  const own = useExpressionScope({ stepId: undefined, names: NO_NAMES });
  return useMemo(() => {
    const trigger = isJsonObject(sample) ? sample : undefined;
    const scope: ExpressionScope = {
      before: new Set(),
      after: new Set(),
      steps: [],
      step: () => undefined,
      names: { trigger: trigger === undefined ? {} : observeShape(trigger), now: { type: 'string' } },
      examples: { steps: {}, params: {}, ...(trigger === undefined ? {} : { others: { trigger } }) },
    };
    const look: ExpressionKnowledge['look'] = (_, text) => ({
      category: 'param',
      type: undefined,
      broken: false,
      title: text,
    });
    return { scope, graph: own.graph, look };
  }, [sample, own.graph]);
}
