'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { queryFor } from '@/client/queries';
import type { BreakpointServices } from '@/components/editor/breakpoints/breakpoint-services';
import { togglePlaces, withBreakpoint, withoutBreakpoint } from '@/components/editor/breakpoints/changes';
import { announce } from '@/components/editor/commands/command';
import type { DeskState } from '@/components/editor/session';
import type { BreakpointActions, RunLens } from '@/components/run-state/run-context';
import { useToast } from '@/components/ui/toast';
import type { BreakpointList } from '@/lib/contracts/breakpoints';
import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import type { Answer } from '@/lib/contracts/errors';
import { runBreakpoints } from './run-breakpoints';

export interface BreakpointOptions {
  pipelineId: string;
  /** The state of the page, which has the breakpoints. */
  desk: Pick<DeskState, 'breakpoints' | 'pending' | 'announcement'>;
  /** Undefined where breakpoints cannot be changed. */
  actions: BreakpointActions | undefined;
  /** The shown run, whose breakpoints follow while it is active. */
  lens: RunLens | undefined;
  /** Saves unsaved edits: the server knows only the steps of the saved draft. */
  flush?: () => Promise<unknown>;
}

/** Reads the breakpoints of the pipeline for its cards, and provides what changes them. */
export function useBreakpoints(options: BreakpointOptions): BreakpointServices | undefined {
  const { pipelineId, desk, actions } = options;
  const { breakpoints, pending } = desk;
  const { data } = useQuery({
    ...queryFor(breakpointEndpoints.list, { id: pipelineId }),
    enabled: actions !== undefined && pipelineId !== '',
    refetchOnWindowFocus: 'always',
  });
  // Cards read the session. Changes that are being sent are newer than what was read.
  useEffect(() => {
    if (data !== undefined && pending.count() === 0) breakpoints.set(data);
  }, [data, breakpoints, pending]);
  const send = useSend(options);
  const latest = useRef(send);
  latest.current = send;
  return useMemo(() => {
    if (actions === undefined) return undefined;
    const services: BreakpointServices = {
      put({ id: breakpoint, ...rest }, isForm = false) {
        return latest.current({
          change: (list) => withBreakpoint(list, { id: breakpoint, ...rest }),
          request: () => actions.set({ ...rest, id: pipelineId, breakpoint }),
          failed: 'The breakpoint was not saved.',
          isForm,
        });
      },
      remove: ({ id: breakpoint }) =>
        latest.current({
          change: (list) => withoutBreakpoint(list, breakpoint),
          request: () => actions.remove({ id: pipelineId, breakpoint }),
          failed: 'The breakpoint was not removed.',
        }),
      setPauseOnFailure: (pauses) =>
        latest.current({
          change: (list) => ({ ...list, pause_on_failure: pauses }),
          request: () => actions.setPauseOnFailure({ id: pipelineId, pause_on_failure: pauses }),
          failed: 'The setting was not saved.',
        }),
      toggle(places) {
        const { add, remove, sentence } = togglePlaces(breakpoints.get().breakpoints, places);
        for (const breakpoint of remove) void services.remove(breakpoint);
        for (const breakpoint of add) void services.put(breakpoint);
        announce(desk, sentence);
      },
    };
    return services;
  }, [actions, pipelineId, breakpoints, desk]);
}

interface Change {
  /** The list with the change, shown at once. */
  readonly change: (list: BreakpointList) => BreakpointList;
  readonly request: () => Promise<Answer>;
  /** What did not happen when it is refused. */
  readonly failed: string;
  /** Whether a form shows the refusal. */
  readonly isForm?: boolean;
}

const UNREACHABLE: Answer = {
  ok: false,
  error: { code: 'unavailable', message: 'The server cannot be reached. Try again.' },
};

/** Shows a change at once, sends it, and shows what the server has. */
function useSend(options: BreakpointOptions) {
  const { pipelineId, flush, desk } = options;
  const { breakpoints, pending } = desk;
  /** Whether one of the changes since the last reading was accepted. */
  const isAccepted = useRef(false);
  /** Number of changes: a reading that began before the newest one lacks it. */
  const changes = useRef(0);
  const queries = useQueryClient();
  const notify = useToast();
  const query = queryFor(breakpointEndpoints.list, { id: pipelineId });

  /** Shows what the server has, once it has all changes. */
  async function settle() {
    const known = changes.current;
    // A reading in progress may have begun before the change, and would be shared.
    await queries.cancelQueries({ queryKey: query.queryKey, exact: true });
    const read = await queries
      .fetchQuery({ ...query, staleTime: 0 })
      .catch(() => queries.getQueryData(query.queryKey));
    if (read === undefined || changes.current !== known) return;
    breakpoints.set(read);
    const isSent = isAccepted.current;
    isAccepted.current = false;
    if (isSent) await sendToRun(options, read, notify);
  }

  return async ({ change, request, failed, isForm = false }: Change): Promise<Answer> => {
    changes.current += 1;
    breakpoints.set(change(breakpoints.get()));
    const result = await pending.send(async () => {
      await flush?.().catch(() => undefined);
      return request().catch(() => UNREACHABLE);
    });
    if (result.ok) isAccepted.current = true;
    else if (!isForm) notify({ title: failed, detail: result.error.message, status: 'failed' });
    if (pending.count() === 0) void settle();
    return result;
  };
}

/** Gives the shown run the breakpoints of its pipeline while it is active. */
async function sendToRun(
  { actions, lens }: BreakpointOptions,
  list: BreakpointList,
  notify: ReturnType<typeof useToast>,
): Promise<void> {
  const input = lens && runBreakpoints(lens, list);
  if (actions === undefined || input === undefined) return;
  const result = await actions.setOfRun(input).catch(() => UNREACHABLE);
  if (!result.ok)
    notify({
      title: 'The shown run keeps its breakpoints.',
      detail: result.error.message,
      status: 'failed',
    });
}
