'use client';

import type { KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { announce } from '../../commands/command';
import { selectStep } from '../../model/derived';
import { selectSteps } from '../../model/selection';
import { useEditor, useSession } from '../../use-editor';

export interface StepButtonProps {
  step: string;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Selects the step of a finding and shows it on the canvas. Renders nothing for a step that the pipeline does not have. */
export function StepButton({ step, onKeyDown }: StepButtonProps) {
  const session = useSession();
  const isKnown = useEditor(({ document }) => selectStep(document, step) !== undefined);
  if (!isKnown) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      icon="eye"
      data-finding
      onKeyDown={onKeyDown}
      onClick={() => {
        session.store.select(selectSteps(step));
        session.view.get()?.reveal([step]);
        announce(session, `Selected ${step} on the canvas.`);
      }}
    >
      Show {step}
    </Button>
  );
}
