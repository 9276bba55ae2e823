'use client';

import { useId } from 'react';
import { type OpenPause, pauseTitle } from '@/components/run-state/pauses';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Textarea } from '@/components/ui/textarea';
import { unitKey } from '@/engine';
import { MAX_FAIL_MESSAGE } from '@/engine/run/debug/answer';
import type { PauseDesk } from './pause-context';

export interface FailDialogProps {
  pauses: PauseDesk;
  pause: OpenPause;
  onClose: () => void;
}

/** Fails the paused unit with a message. Typed text stays when it is closed. */
export function FailDialog({ pauses, pause, onClose }: FailDialogProps) {
  const formId = useId();
  const { message } = pauses.typedOf(pause);
  const unit = pause.iteration.length > 0 ? 'iteration' : 'step';

  async function submit() {
    const text = message.trim();
    const answer = text === '' ? { do: 'fail' as const } : { do: 'fail' as const, message: text };
    if (await pauses.send(pause, answer)) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Fail ${unitKey(pause)}?`}
      description={`${pauseTitle({ ...pause, ...pause.pause })}. The ${unit} is marked as failed, and the run continues.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={pauses.busy === 'fail'}>
            Fail
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Message" hint={`The error message of the ${unit}.`}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={MAX_FAIL_MESSAGE}
              value={message}
              onChange={(event) => pauses.type(pause, { message: event.target.value })}
            />
          )}
        </Field>
        {pauses.refusal !== undefined && <Notice status="failed" title={pauses.refusal} alert />}
      </form>
    </Dialog>
  );
}
