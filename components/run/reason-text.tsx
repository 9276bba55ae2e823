import type { ReasonPart } from '@/components/run-state/reason';
import styles from './reason-text.module.css';
import { StepLink } from './step-link';

export interface ReasonTextProps {
  parts: readonly ReasonPart[];
}

/** An explanation with its steps as links and its expressions as code. */
export function ReasonText({ parts }: ReasonTextProps) {
  return parts.map((part, index) => {
    if (part.kind === 'step') return <StepLink key={index} step={part.step} />;
    if (part.kind === 'code') {
      return (
        <code key={index} className={styles.code}>
          {part.text}
        </code>
      );
    }
    return <span key={index}>{part.text}</span>;
  });
}
