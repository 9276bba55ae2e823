'use client';

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { queryFor } from '@/client/queries';
import { dropDraft, keepDraft, readKeptDraft } from '@/components/params/kept-draft';
import { type Declarations, draftsFrom, keepKnown, type ParamDrafts } from '@/components/params/param-drafts';
import { ParamFields } from '@/components/params/param-fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import { showShortcut } from '@/components/ui/shortcut';
import type { JsonObject } from '@/engine';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { StartResult, StartRunInput } from '@/lib/contracts/runs';
import { Refusal } from './form/refusal';
import { useParamForm } from './form/use-param-form';
import styles from './run-form.module.css';

export interface RunDialogProps {
  pipelineId: string;
  /** The params that the pipeline declares. */
  declarations: Declarations;
  start: (input: StartRunInput) => Promise<StartResult>;
  onStarted: (run: { id: string; number: number }) => void;
  onClose: () => void;
  /** Opens a step with a problem that blocks the run. */
  onStep?: (step: string) => void;
}

/**
 * Asks for the params of a run and starts it, also with Mod+Enter. It begins with the defaults, or with values that were
 * typed for a run that did not start.
 */
export function RunDialog({ pipelineId, declarations, start, onStarted, onClose, onStep }: RunDialogProps) {
  const formId = useId();
  const [kept] = useState(() => readKeptDraft(keyOf(pipelineId)));
  const [initial] = useState(() =>
    keepKnown(declarations, draftsFrom(declarations, {}), textsOf(kept ?? {})),
  );
  const newest = useNewestRun(pipelineId, Object.keys(declarations).length > 0);
  const form = useParamForm({
    declarations,
    initial: () => initial,
    send: (params, drafts) => {
      keepDraft(keyOf(pipelineId), drafts);
      return start({ pipelineId, params });
    },
    onStarted(run) {
      dropDraft(keyOf(pipelineId));
      onStarted(run);
    },
  });
  const count = Object.keys(declarations).length;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    form.submit();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Run"
      description={count === 0 ? 'This pipeline has no run parameters.' : 'Run parameters'}
      size="md"
      footer={
        <>
          {count > 0 && (
            <span className={styles.reset}>
              <Button variant="quiet" onClick={() => form.setDrafts(draftsFrom(declarations, {}))}>
                Reset to defaults
              </Button>
              {newest && (
                <Button
                  variant="quiet"
                  onClick={() => form.setDrafts(draftsFrom(declarations, newest.params))}
                >
                  As in run #{newest.number}
                </Button>
              )}
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" icon="play" type="submit" form={formId} busy={form.isSending}>
            Run <Kbd>{showShortcut('Mod+Enter', isMac())}</Kbd>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {form.refusal && (
          <Refusal message={form.refusal} problems={form.problems.others} {...(onStep ? { onStep } : {})} />
        )}
        <ParamFields
          declarations={declarations}
          drafts={form.drafts}
          onChange={form.setDrafts}
          problems={form.problems.fields}
        />
      </form>
    </Dialog>
  );
}

/** The newest run of the pipeline with its params; undefined without one. */
function useNewestRun(pipelineId: string, isWanted: boolean) {
  const { data } = useQuery({
    ...queryFor(pipelineEndpoints.params, { id: pipelineId }),
    enabled: isWanted,
    retry: false,
    // Another person may have started a run since.
    staleTime: 0,
  });
  if (!data?.last || data.lastNumber === null) return undefined;
  return { params: data.last, number: data.lastNumber };
}

function keyOf(pipelineId: string): string {
  return `pipewright.run-form.${pipelineId}`;
}

/** Drafts of a form are texts. */
function textsOf(kept: JsonObject): ParamDrafts {
  return Object.fromEntries(Object.entries(kept).map(([name, text]) => [name, String(text)]));
}

/** A dialog is never rendered on the server, so `navigator` exists. */
function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
