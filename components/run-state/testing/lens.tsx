import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { type ActionDescriptor, indexDescriptors, type PipelineDocument, type RunEvent } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';
import { readDefinition } from '../definition';
import { moveFocus, NO_FOCUS, type RunFocus } from '../permalink';
import { type RunActions, RunContext, type RunLens } from '../run-context';
import { createRunStore } from '../run-store';
import type { StepFix } from '../step-fix';

export interface TestLensProps {
  events: readonly RunEvent[];
  document: PipelineDocument;
  focus?: RunFocus;
  /** The run's record. @default undefined */
  detail?: RunDetail;
  actions?: RunActions;
  /** Why the run does not exist. @default it exists */
  missing?: string;
  /** Opens the editor with a change. @default there is no editor */
  edit?: (fix: StepFix) => void;
  /** The catalogue. @default empty */
  descriptors?: readonly ActionDescriptor[];
  children: ReactNode;
}

const NO_DESCRIPTORS: readonly ActionDescriptor[] = [];

/** Provides a run with a journal made for a test. */
export function TestLens(props: TestLensProps) {
  const {
    events,
    document,
    focus: first = NO_FOCUS,
    actions,
    missing,
    edit,
    detail,
    descriptors = NO_DESCRIPTORS,
    children,
  } = props;
  const [client] = useState(() => new QueryClient());
  const [focus, setFocus] = useState(first);
  const [store] = useState(() => {
    const made = createRunStore();
    made.receive(events);
    return made;
  });
  const definition = useMemo(
    () => readDefinition(JSON.stringify(document), indexDescriptors(descriptors)),
    [document, descriptors],
  );
  const lens = useMemo<RunLens>(
    () => ({
      runId: 'run_1',
      store,
      detail,
      definition,
      actions,
      missing,
      focus,
      setFocus: (change) => setFocus(moveFocus(focus, change)),
      openRun: () => {},
      edit,
      retryNow: () => {},
    }),
    [store, detail, definition, actions, missing, edit, focus],
  );
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ToastProvider>
          <RunContext value={lens}>{children}</RunContext>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
