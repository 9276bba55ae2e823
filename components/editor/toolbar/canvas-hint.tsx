'use client';

import { Kbd } from '@/components/ui/kbd';
import { TourOffer } from '../tour/tour-offer';
import { useTourOffer } from '../tour/use-tour-offer';
import styles from './canvas-hint.module.css';

export interface CanvasHintProps {
  readOnly: boolean;
}

/** One line with keyboard hints; at first the offer of the tour. */
export function CanvasHint({ readOnly }: CanvasHintProps) {
  return readOnly ? <Hints readOnly /> : <HintsOrOffer />;
}

function HintsOrOffer() {
  const [isOffered, dismiss] = useTourOffer();
  return isOffered ? <TourOffer onDismiss={dismiss} /> : <Hints readOnly={false} />;
}

function Hints({ readOnly }: CanvasHintProps) {
  return (
    <p className={styles.hint} aria-hidden>
      {!readOnly && (
        <>
          <span>
            <Kbd>A</Kbd> add step
          </span>
          <span>
            <Kbd>C</Kbd> connect
          </span>
        </>
      )}
      <span>
        <Kbd>?</Kbd> shortcuts
      </span>
    </p>
  );
}
