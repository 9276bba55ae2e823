import { Notice } from '@/components/ui/notice';
import type { Diagnostic } from '@/engine';
import styles from './refusal.module.css';

export interface RefusalProps {
  /** What the server says. */
  message: string;
  /** Problems that belong to no field. */
  problems: readonly Diagnostic[];
  /** Goes to a step with a problem. */
  onStep?: (step: string) => void;
}

/** Most problems listed: the rest is in the editor's own panel. */
const SHOWN = 6;

/** Why a run was not started, beyond what stands at the fields. */
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
