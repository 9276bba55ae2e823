import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { patch } from '@/components/ui/observable';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import { announce } from '../commands/command';
import { endTour } from '../commands/tour';
import type { EditorSession } from '../session';
import { useInteraction, useSession } from '../use-editor';
import styles from './tour.module.css';
import { TOUR_STEPS, type TourStep } from './tour-steps';

/** The tour of the editor, in a corner of the canvas, which stays usable. Escape ends it. */
export function Tour() {
  const at = useInteraction(({ tour }) => tour);
  const step = at === undefined ? undefined : TOUR_STEPS[at];
  return at === undefined || step === undefined ? null : <OpenTour at={at} step={step} />;
}

interface OpenTourProps {
  /** Index of the step. */
  at: number;
  step: TourStep;
}

function OpenTour({ at, step }: OpenTourProps) {
  const session = useSession();
  const keys = useShortcutText();
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  useEscape(session);
  // The focus, which the command bar returns to where it was: whoever starts the tour goes on with Enter.
  useEffect(() => {
    const frame = requestAnimationFrame(() => next.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const isLast = at === TOUR_STEPS.length - 1;
  const go = (to: number) => {
    patch(session.interaction, { tour: to });
    const shown = TOUR_STEPS[to];
    if (shown !== undefined)
      announce(session, `${to + 1} of ${TOUR_STEPS.length}: ${shown.title}. ${shown.text(keys)}`);
  };
  return (
    <section className={styles.tour} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {step.title}
        </h2>
        <IconButton size="sm" icon="x" label="End tour" shortcut="Esc" onClick={() => endTour(session)} />
      </div>
      <p id={`${id}-text`}>{step.text(keys)}</p>
      <div className={styles.foot}>
        <span className={styles.count}>
          {at + 1} of {TOUR_STEPS.length}
        </span>
        {at > 0 && (
          <Button size="sm" onClick={() => go(at - 1)}>
            Back
          </Button>
        )}
        <Button
          ref={next}
          size="sm"
          variant="primary"
          aria-describedby={`${id}-title ${id}-text`}
          onClick={() => (isLast ? endTour(session) : go(at + 1))}
        >
          {isLast ? 'Done' : 'Next'}
        </Button>
      </div>
    </section>
  );
}

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Ends the tour by Escape anywhere on the page, unless the key closes something else. */
function useEscape(session: EditorSession): void {
  // The keyboard of the page: the focus may be in a panel, where the commands of the canvas do not apply.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (session.interaction.get().mode.kind !== 'idle' || document.querySelector(OVERLAYS) !== null) return;
      if (endTour(session)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session]);
}
