import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { StatusGlyph } from '@/components/ui/status';
import { ExitButton } from './exit-button';
import styles from './run-banner.module.css';

export interface MissingRunBannerProps {
  /** A sentence of the server. */
  reason: string;
  onExit: (() => void) | undefined;
}

/** The banner of a run that does not exist, for example one that was deleted after a link to it was copied. */
export function MissingRunBanner({ reason, onExit }: MissingRunBannerProps) {
  return (
    <section className={styles.banner} data-status="stale" aria-label="Run">
      <StatusGlyph status="stale" />
      <b className={styles.number}>Run not found</b>
      <span className={styles.words} role="alert">
        {reason}
      </span>
      <span className={styles.tools}>
        <Button size="sm" asChild>
          <Link href="/runs">Go to runs</Link>
        </Button>
        <ExitButton onExit={onExit} />
      </span>
    </section>
  );
}
