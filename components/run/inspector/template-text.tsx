'use client';

import { expressionParts, templateTextParts } from '@/components/pipeline-text/template-parts';
import type { RunDefinition } from '@/components/run-state/definition';
import { useLens } from '@/components/run-state/run-context';
import type { CategoryName } from '@/components/ui/category';
import { Chip } from '@/components/ui/chip';
import { isTemplate } from '@/engine';
import styles from './inputs-section.module.css';

export interface TemplateTextProps {
  text: string;
  /** The whole text is one expression, as in a condition. */
  isExpression?: boolean;
}

/** Text as written, with its references as chips. */
export function TemplateText({ text, isExpression }: TemplateTextProps) {
  const { definition } = useLens();
  // An expression may be written with braces too. docs/rules.md, section 6.
  const parts = isExpression && !isTemplate(text) ? expressionParts(text) : templateTextParts(text);
  return (
    <span className={styles.template}>
      {parts.map((part, index) =>
        part.kind === 'reference' ? (
          <Chip key={index} category={categoryOf(part.step, definition)} title={part.full}>
            {part.text}
          </Chip>
        ) : (
          <span key={index}>{part.text}</span>
        ),
      )}
    </span>
  );
}

/** The category of the action whose value a reference reads. */
function categoryOf(step: string | undefined, definition: RunDefinition | undefined): CategoryName {
  if (step === undefined) return 'param';
  const action = definition?.steps.get(step)?.action;
  return (action && definition?.descriptors.find(action)?.category) || 'param';
}
