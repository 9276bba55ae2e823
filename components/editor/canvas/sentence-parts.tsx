import { memo } from 'react';
import type { SentencePart } from '@/components/pipeline-text/template-parts';
import type { CategoryName } from '@/components/ui/category';
import { Chip } from '@/components/ui/chip';
import { selectStep } from '../model/derived';
import type { EditorSession } from '../session';
import { useSession } from '../use-editor';
import styles from './step-node.module.css';

export interface SentencePartsProps {
  parts: readonly SentencePart[];
}

/** The text, values and chips of a card's sentence or condition. */
export const SentenceParts = memo(function SentenceParts({ parts }: SentencePartsProps) {
  const session = useSession();
  return parts.map((part, index) => {
    if (part.kind !== 'reference') {
      return (
        <span key={index} className={styles[part.kind]}>
          {part.text}
        </span>
      );
    }
    return (
      <Chip
        key={index}
        category={categoryOf(part.step, session)}
        title={part.full}
        broken={part.step !== undefined && !exists(part.step, session)}
      >
        {part.text}
      </Chip>
    );
  });
});

/** The category of the step that a reference reads; other references have a category of their own. */
function categoryOf(stepId: string | undefined, { store, descriptors }: EditorSession): CategoryName {
  if (stepId === undefined) return 'param';
  const step = selectStep(store.getState().document, stepId);
  return (step && descriptors.find(step.action)?.category) ?? 'param';
}

function exists(stepId: string, { store }: EditorSession): boolean {
  return selectStep(store.getState().document, stepId) !== undefined;
}
