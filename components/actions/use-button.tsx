'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { CreatePipelineInput, CreateResult } from '@/lib/contracts/pipelines';
import type { ActionDoc } from '@/lib/docs/action-doc';
import { Button } from '../ui/button';
import { useToast } from '../ui/toast';

/** The server action that creates a pipeline. */
export type CreatePipeline = (input: CreatePipelineInput) => Promise<CreateResult>;

export interface UseButtonProps {
  doc: Pick<ActionDoc, 'title' | 'examples'>;
  createPipeline: CreatePipeline;
}

/** Creates a pipeline with the action's first example and opens it. */
export function UseButton({ doc, createPipeline }: UseButtonProps) {
  const router = useRouter();
  const notify = useToast();
  const [busy, setBusy] = useState(false);
  const step = doc.examples[0]?.forms[0]?.step;
  if (step === undefined) return null;

  async function use() {
    setBusy(true);
    try {
      const made = await createPipeline({ text: JSON.stringify({ name: doc.title, steps: [step] }) });
      if (made.ok) router.push(`/pipelines/${made.id}`);
      else notify({ title: 'The pipeline was not created.', detail: made.error.message, status: 'failed' });
    } catch {
      notify({
        title: 'The pipeline was not created: the server cannot be reached. Try again.',
        status: 'failed',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="primary" icon="plus" busy={busy} onClick={() => void use()}>
      Use in new pipeline
    </Button>
  );
}
