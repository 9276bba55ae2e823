'use client';

import { useId } from 'react';
import { describeJsonError, parseJsonText } from '@/components/pipeline-text/json-text';
import { type OpenPause, pauseTitle } from '@/components/run-state/pauses';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Textarea } from '@/components/ui/textarea';
import { typeText, unitKey } from '@/engine';
import { outputText } from './output-text';
import type { PauseDesk } from './pause-context';

export interface OutputDialogProps {
  pauses: PauseDesk;
  pause: OpenPause;
  onClose: () => void;
}

/** An output as JSON that takes the place of an attempt of the paused unit. Typed text stays when it is closed. */
export function OutputDialog({ pauses, pause, onClose }: OutputDialogProps) {
  const formId = useId();
  const { store, definition } = useLens();
  const action = store.unit(pause.step, pause.iteration)?.action ?? '';
  const shape = definition?.descriptors.find(action)?.output;
  const output = pauses.typedOf(pause).output ?? outputText(shape);
  const parsed = parseJsonText(output);
  const problem = output.trim() === '' || parsed.ok ? undefined : describeJsonError(parsed.error);

  async function submit() {
    if (parsed.ok && (await pauses.send(pause, { do: 'output', output: parsed.value }))) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={`Output of ${unitKey(pause)}`}
      description={`${pauseTitle({ ...pause, ...pause.pause })}. The step completes with this output, without an attempt.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={pauses.busy === 'output'}
            disabled={!parsed.ok}
          >
            Use this output
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
        <Field
          label="Output as JSON"
          {...(shape === undefined ? {} : { type: typeText(shape) })}
          hint="Steps that read it continue with this value, in this run only."
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              mono
              rows={12}
              spellCheck={false}
              value={output}
              onChange={(event) => pauses.type(pause, { output: event.target.value })}
            />
          )}
        </Field>
        {pauses.refusal !== undefined && <Notice status="failed" title={pauses.refusal} alert />}
      </form>
    </Dialog>
  );
}
