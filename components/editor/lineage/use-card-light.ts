import { useObservable, useSession } from '../use-editor';
import type { LightRole } from './lights';
import styles from './lights.module.css';

/** How a card looks while a lineage is shown; undefined without one. */
export function useCardLight(
  step: string,
): { readonly role: LightRole | undefined; readonly className: string | undefined } | undefined {
  return useObservable(useSession().lights, (lights) => {
    if (lights === undefined) return undefined;
    const role = lights.steps.get(step);
    return { role, className: role === undefined ? styles.off : styles.on };
  });
}
