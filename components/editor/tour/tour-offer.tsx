import { Button } from '@/components/ui/button';
import { startTour } from '../commands/tour';
import { useCommandContext } from '../use-commands';
import styles from './tour-offer.module.css';

export interface TourOfferProps {
  onDismiss: () => void;
}

/** Offers the tour, in the strip below the canvas. */
export function TourOffer({ onDismiss }: TourOfferProps) {
  const context = useCommandContext();
  return (
    <div className={styles.offer}>
      <span className={styles.question}>New to the editor?</span>
      <Button
        size="sm"
        onClick={() => {
          onDismiss();
          startTour.run(context);
        }}
      >
        {startTour.label}
      </Button>
      <Button size="sm" variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
