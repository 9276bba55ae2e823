'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { readFix, type StepFix } from '@/components/run-state/step-fix';
import { patch } from '@/components/ui/observable';
import { useToast } from '@/components/ui/toast';
import { announce } from './commands/command';
import { focusField } from './inspector/focus-field';
import { applyFix } from './model/edits';
import { selectSteps } from './model/selection';
import type { EditorSession } from './session';
import { useSession } from './use-editor';

const LABELS: Readonly<Record<StepFix['kind'], string>> = {
  open: 'Open',
  expect_status: 'Set expect_status of',
  timeout: 'Raise the timeout of',
  retry: 'Add a retry to',
};

/** Makes the change that a link from a run requests, as one edit, and focuses its field. Leaves the shown run first. */
export function useFixInAddress(isLens: boolean): void {
  const session = useSession();
  const path = usePathname();
  const query = useSearchParams().toString();
  const notify = useToast();
  const handled = useRef('');
  // The URL, and the store, which outlives this component.
  useEffect(() => {
    if (isLens || handled.current === query) return;
    const fix = readFix(new URLSearchParams(query));
    handled.current = fix === undefined ? '' : query;
    if (fix === undefined) return;
    // Removed, so that a reload does not make the change again.
    window.history.replaceState(null, '', path);
    if (!makeFix(session, fix)) {
      notify({
        title: `The step ${fix.step} no longer exists.`,
        detail: 'It was removed or renamed after this run. Nothing was changed.',
        status: 'stale',
      });
    }
  }, [isLens, query, session, path, notify]);
}

/** Returns whether the step exists. */
export function makeFix(session: EditorSession, fix: StepFix): boolean {
  const { store, descriptors, view } = session;
  const fixed = applyFix(store.getState().document, fix, descriptors);
  if (fixed === undefined) return false;
  const label = `${LABELS[fix.kind]} ${fix.step}`;
  store.edit(label, () => fixed.document, { select: selectSteps(fix.step) });
  patch(session.panelState, { inspector: true });
  view.get()?.reveal([fix.step]);
  focusField(fix.step, fixed.path ?? 'params');
  if (fix.kind !== 'open') announce(session, `${label}. Undo with Ctrl+Z.`);
  return true;
}
