'use client';

import { useOptionalLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { offsetText } from './instant-text';
import styles from './scrubber.module.css';
import { ScrubberTrack } from './scrubber-track';
import { SPEEDS } from './use-playback';
import { useScrubber } from './use-scrubber';

/** Moves the shown run to any instant of its time: each transition is a mark, and the run can be played. */
export function Scrubber() {
  const lens = useOptionalLens();
  if (lens === undefined || lens.missing !== undefined) return null;
  return <KnownScrubber key={lens.runId} />;
}

function KnownScrubber() {
  const scrubber = useScrubber();
  // Its place, so that the canvas keeps its size when the first event arrives.
  if (scrubber === undefined) return <div className={styles.scrubber} />;
  const { axis, offsetMs, playback } = scrubber;
  const isPast = offsetMs !== undefined;
  return (
    <section className={styles.scrubber} aria-label="Time of the run" data-past={isPast || undefined}>
      <span className={styles.buttons}>
        <IconButton
          size="sm"
          icon="previous"
          label="Previous transition"
          disabled={offsetMs === 0}
          onClick={() => scrubber.step('previous')}
        />
        <IconButton
          size="sm"
          icon={playback.isPlaying ? 'pause' : 'play'}
          label={playback.isPlaying ? 'Stop playing' : 'Play the run'}
          shortcut="Space"
          onClick={playback.toggle}
        />
        <IconButton
          size="sm"
          icon="next"
          label="Next transition"
          disabled={!isPast}
          onClick={() => scrubber.step('next')}
        />
      </span>
      <span className={styles.speed}>
        <Select
          size="sm"
          soft
          aria-label="Speed"
          value={playback.speed}
          onChange={(event) => {
            const chosen = SPEEDS.find((speed) => String(speed) === event.target.value);
            if (chosen !== undefined) playback.setSpeed(chosen);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </Select>
      </span>
      <ScrubberTrack scrubber={scrubber} />
      <span className={styles.offset}>{offsetText(offsetMs ?? axis.reached - axis.from)}</span>
      <Button size="sm" className={styles.newest} aria-pressed={!isPast} onClick={scrubber.showNewest}>
        {axis.isOpen && <span className={styles.dot} data-live={!isPast || undefined} />}
        {axis.isOpen ? 'Live' : 'End'}
      </Button>
    </section>
  );
}
