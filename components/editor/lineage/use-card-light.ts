import { useObservable, useSession } from '../use-editor';
import type { LightRole } from './lights';
import styles from './lights.module.css';

interface CardLight {
  readonly role: LightRole | undefined;
  readonly mark: LightRole | 'off';
  readonly className: string | undefined;
}

/** How a card looks while a lineage is shown; undefined without one. */
export function useCardLight(step: string): CardLight | undefined {
  return useObservable(useSession().lights, (lights) => {
    if (lights === undefined) return undefined;
    const role = lights.steps.get(step);
    return { role, mark: role ?? 'off', className: role === undefined ? styles.off : styles.on };
  });
}
