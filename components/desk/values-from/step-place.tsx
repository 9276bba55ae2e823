'use client';

import { useObservable, useSession } from '@/components/editor/use-editor';
import { PlaceField } from './place-field';
import styles from './step-place.module.css';
import { ownPlace } from './step-values';
import { useStepValues } from './use-step-values';

export interface StepPlaceProps {
  step: string;
}

/**
 * Chooses the iteration and the attempt of a step whose values chips, completion and previews use, where the chosen run has
 * several. Arrow keys step through them.
 */
export function StepPlace({ step }: StepPlaceProps) {
  const session = useSession();
  const values = useStepValues(session, step);
  const at = useObservable(session.valuesAt, (value) => value);
  if (!values) return null;
  const { attempts, loop } = values;
  const hasIterations = loop !== undefined && loop.total > 1;
  if (!hasIterations && attempts <= 1) return null;
  const own = ownPlace(at, step);
  return (
    <div className={styles.places}>
      <span>Values of</span>
      {hasIterations && (
        <PlaceField
          label="iteration"
          value={loop.index + 1}
          total={loop.total}
          // The attempts of another iteration are others.
          onChange={(next) => session.valuesAt.set({ step, iteration: next - 1 })}
        />
      )}
      {attempts > 1 && (
        <PlaceField
          label="attempt"
          value={own?.attempt ?? attempts}
          total={attempts}
          onChange={(attempt) => session.valuesAt.set({ ...own, step, attempt })}
        />
      )}
    </div>
  );
}
