'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queryFor, storeAnswer } from '@/client/queries';
import { announce } from '@/components/editor/commands/command';
import type { SaveController } from '@/components/editor/model/save-state';
import type { EditorSession } from '@/components/editor/session';
import { useToast } from '@/components/ui/toast';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import type { StartTryInput, TryPlanRecord, TryScope } from '@/lib/contracts/reruns';
import type { StartResult } from '@/lib/contracts/runs';
import { ownPlace } from '../values-from/step-values';

/** A step that a person wants to run, and the run whose values it uses. */
export interface TryRequest {
  readonly id: string;
  readonly step: string;
  readonly scope: TryScope;
  readonly valuesFrom?: string | null;
  /** Index of the iteration of a loop whose values a person chose. */
  readonly iteration?: number;
}

export interface UseTryOptions {
  readonly session: EditorSession;
  readonly controller: SaveController | undefined;
  /** Undefined where no server can run a draft. */
  readonly send: ((input: StartTryInput) => Promise<StartResult>) | undefined;
  /** The run whose values are used; null for none. @default the newest run */
  readonly valuesFrom?: string | null | undefined;
  readonly onStarted: (runId: string, step: string) => void;
}

export interface Tries {
  /** What the dialog asks about; undefined while it is closed. */
  readonly request: TryRequest | undefined;
  /** Starts the try, or opens the dialog when it needs values, or does more than the step itself. */
  readonly begin: ((step: string, scope: TryScope) => void) | undefined;
  start(input: StartTryInput): Promise<StartResult>;
  close(): void;
}

/** Runs steps of the shown draft: unsaved edits are saved first. */
export function useTry({ session, controller, send, valuesFrom, onStarted }: UseTryOptions): Tries {
  const queries = useQueryClient();
  const notify = useToast();
  const [request, setRequest] = useState<TryRequest>();
  const close = useCallback(() => setRequest(undefined), []);

  const start = session.pending.before(async (input: StartTryInput): Promise<StartResult> => {
    const result = await (send?.({ ...input, breakpoints: true }) ?? Promise.reject(new Error('No server.')));
    if (!result.ok) return result;
    const save = await controller?.flush();
    if (save?.status === 'saved') controller?.versionMade(result.version, save.revision);
    storeAnswer(queries, { endpoint: runEndpoints.get, input: { id: result.id }, answer: result.detail });
    close();
    announce(session, `Started run ${result.number}.`);
    onStarted(result.id, input.step);
    return result;
  });

  const begin = async (asked: TryRequest) => {
    const save = await controller?.flush();
    if (save !== undefined && save.status !== 'saved') throw new Error(NOT_SAVED);
    const plan = await queries.fetchQuery({
      ...queryFor(tryEndpoints.plan, asked),
      staleTime: 0,
      retry: false,
    });
    if (!isPlain(plan, asked)) {
      setRequest(asked);
      return;
    }
    const result = await start({ ...asked, plan: plan.key });
    if (!result.ok) throw new Error(result.error.message);
  };

  return {
    request,
    start,
    close,
    begin:
      send === undefined
        ? undefined
        : (step, scope) => {
            const asked: TryRequest = {
              ...{ id: session.pipelineId, step, scope },
              ...(valuesFrom === undefined ? {} : { valuesFrom }),
              ...chosenIteration(session, step, scope),
            };
            begin(asked).catch((error: unknown) =>
              notify({
                title: `${step} was not run.`,
                detail: error instanceof Error ? error.message : 'The server cannot be reached. Try again.',
                status: 'failed',
              }),
            );
          },
  };
}

const NOT_SAVED =
  'Your edits could not be saved. They are kept on this device: save them, then run the step.';

/** The iteration that a person chose for a loop: it can be executed alone. */
function chosenIteration({ valuesAt }: EditorSession, step: string, scope: TryScope): Partial<TryRequest> {
  const iteration = ownPlace(valuesAt.get(), step)?.iteration;
  return scope === 'only' && iteration !== undefined ? { iteration } : {};
}

/**
 * Whether nothing has to be asked: the step can run, only it acts on the outside, and no iteration was chosen that may be
 * meant alone.
 */
function isPlain({ problem, missing, ledger }: TryPlanRecord, { step, iteration }: TryRequest): boolean {
  const isOwn = ledger.every((entry) => entry.step === step && entry.effect !== 'destructive');
  return problem === null && missing.length === 0 && isOwn && iteration === undefined;
}
