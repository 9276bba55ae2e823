'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryFor } from '@/client/queries';
import { parseJsonText } from '@/components/pipeline-text/json-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Spinner } from '@/components/ui/spinner';
import { Textarea } from '@/components/ui/textarea';
import { pinEndpoints } from '@/lib/contracts/endpoints/pins';
import { useObservable, useSession } from '../use-editor';
import type { PinServices } from './pin-services';

export interface PinDialogProps {
  stepId: string;
  isPinned: boolean;
  services: PinServices;
  onClose: () => void;
}

/** Edits the pinned output of a step as JSON. Without a pin it begins with the output of a run. */
export function PinDialog({ stepId, isPinned, services, onClose }: PinDialogProps) {
  const formId = useId();
  const { pipelineId, samples } = useSession();
  const sample = useObservable(samples, ({ steps }) => steps[stepId]);
  const [typed, setTyped] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { data, error } = useQuery({
    ...queryFor(pinEndpoints.get, { id: pipelineId, step: stepId }),
    enabled: isPinned,
    staleTime: 0,
    retry: false,
  });
  const example = sample?.shortened === false ? sample.value : undefined;
  const known = isPinned ? data?.value : example;
  const text = typed ?? (known === undefined ? '' : JSON.stringify(known, null, 2));
  const parsed = parseJsonText(text);
  const problem = text !== '' && !parsed.ok ? 'This is not JSON. Put text in double quotes.' : undefined;
  const isLoading = isPinned && data === undefined && !error;

  async function submit() {
    if (!parsed.ok || isSending) return;
    setSending(true);
    const result = await services
      .pin({ id: pipelineId, step: stepId, value: parsed.value })
      .catch(() => undefined);
    setSending(false);
    if (result?.ok !== true) {
      setRefusal(result?.error.message ?? 'The pin was not saved: the server cannot be reached. Try again.');
      return;
    }
    services.changed();
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Pinned output of ${stepId}`}
      description="Tries use this value instead of running the step. Runs never use it."
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon="pin"
            type="submit"
            form={formId}
            busy={isSending}
            disabled={!parsed.ok}
          >
            Pin
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
        {(refusal ?? error?.message) !== undefined && (
          <Notice status="failed" title={refusal ?? error?.message ?? ''} alert />
        )}
        {isLoading ? (
          <Spinner label="Loading the pinned output" />
        ) : (
          <Field label={`Output of ${stepId} as JSON`} error={problem}>
            {(control) => (
              <Textarea
                {...control}
                mono
                rows={12}
                spellCheck={false}
                value={text}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
