import { Notice } from '@/components/ui/notice';
import type { Diagnostic } from '@/engine';
import styles from './refusal.module.css';

export interface RefusalProps {
  /** Message of the server. */
  message: string;
  /** Problems without a field. */
  problems: readonly Diagnostic[];
  /** Goes to a step with a problem. */
  onStep?: (step: string) => void;
}

/** Largest number of problems listed. The problems panel of the editor has all of them. */
const SHOWN = 6;

/** Why a run was not started, besides the problems shown at fields. */
export function Refusal({ message, problems, onStep }: RefusalProps) {
  return (
    <Notice status="failed" alert title={message} className={styles.refusal}>
      {problems.length > 0 && (
        <ul className={styles.list}>
          {problems.slice(0, SHOWN).map((problem, index) => (
            <li key={index}>
              {problem.step !== undefined && (
                <button
                  type="button"
                  className={styles.step}
                  disabled={!onStep}
                  onClick={() => onStep?.(problem.step ?? '')}
                >
                  {problem.step}
                </button>
              )}{' '}
              {problem.message} {problem.hint}
            </li>
          ))}
          {problems.length > SHOWN && <li>{problems.length - SHOWN} more</li>}
        </ul>
      )}
    </Notice>
  );
}
