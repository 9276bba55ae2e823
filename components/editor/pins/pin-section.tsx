'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';
import { Section } from '../inspector/section';
import { useObservable, useSession } from '../use-editor';
import { PinDialog } from './pin-dialog';
import { type PinServices, usePinServices } from './pin-services';
import styles from './pins.module.css';

export interface PinSectionProps {
  stepId: string;
}

/** The pinned output of a step: edited as JSON, or removed. Nothing where outputs cannot be pinned. */
export function PinSection({ stepId }: PinSectionProps) {
  const services = usePinServices();
  return services === undefined ? null : <Pin stepId={stepId} services={services} />;
}

function Pin({ stepId, services }: PinSectionProps & { services: PinServices }) {
  const { pipelineId, pins } = useSession();
  const notify = useToast();
  const pin = useObservable(pins, (all) => all.get(stepId));
  const [isEditing, setEditing] = useState(false);

  async function remove() {
    const result = await services.remove({ id: pipelineId, step: stepId }).catch(() => undefined);
    if (result?.ok === true) services.changed();
    else
      notify({
        title: `The pin of ${stepId} was not removed.`,
        detail: result?.error.message ?? 'The server cannot be reached. Try again.',
        status: 'failed',
      });
  }

  return (
    <Section title="Pinned output">
      <div className={styles.row}>
        <span className={styles.about}>{pin ? sourceText(pin.run) : 'None. Tries run the step.'}</span>
        <Button size="sm" onClick={() => setEditing(true)}>
          {pin ? 'Edit' : 'Pin a value'}
        </Button>
        {pin && (
          <Button size="sm" variant="quiet" onClick={() => void remove()}>
            Remove pin
          </Button>
        )}
      </div>
      {isEditing && (
        <PinDialog
          stepId={stepId}
          isPinned={pin !== undefined}
          services={services}
          onClose={() => setEditing(false)}
        />
      )}
    </Section>
  );
}

function sourceText(run: number | null): string {
  return `${run === null ? 'Entered.' : `From run #${run}.`} Tries use it; runs execute the step.`;
}
