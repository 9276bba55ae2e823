'use client';

import { startOf } from '@/components/run-state/past-view';
import { useLens } from '@/components/run-state/run-context';
import { Instant } from '@/components/run-state/times';
import { useLatestRun, useShownInstant } from '@/components/run-state/use-run';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { RunState } from '@/engine';
import styles from './past-banner.module.css';
import { offsetText } from './scrubber/instant-text';

/** States that a past instant is shown, with the way back; nothing while the newest state is shown. */
export function PastBanner() {
  const { store } = useLens();
  const shown = useShownInstant();
  const run = useLatestRun(extentOf);
  if (shown === undefined || run === undefined) return null;
  const at = new Date(shown.at).toISOString();
  return (
    <section className={styles.past} aria-label="Past instant">
      <Icon name="history" size={14} />
      <span className={styles.words}>
        <b>Past instant {offsetText(shown.offsetMs)}</b>
        {run.lengthMs !== undefined && ` of ${offsetText(run.lengthMs)}`} · <Instant at={at} />
      </span>
      <Button size="sm" onClick={() => store.show(undefined)}>
        {run.lengthMs === undefined ? 'Back to live' : 'Back to the end'}
      </Button>
    </section>
  );
}

/** The length of the run; undefined while it is active. */
function extentOf(run: RunState): { readonly lengthMs: number | undefined } {
  return { lengthMs: run.finishedAt === undefined ? undefined : Date.parse(run.finishedAt) - startOf(run) };
}
