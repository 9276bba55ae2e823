import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { Descriptors, PipelineDocument } from '@/engine';
import type { CommandContext } from '../../commands/command';
import { createSession, type EditorSession } from '../../session';
import { CommandsProvider } from '../../use-commands';
import { EditorProvider } from '../../use-editor';

/** Renders parts of the editor with an open pipeline, for tests, which supply the catalogue. */
export function openInTest(
  document: PipelineDocument,
  descriptors: Descriptors,
  children: ReactNode,
  notify: CommandContext['notify'] = () => {},
): EditorSession {
  const session = createSession({ document, descriptors, pipelineId: 'p1' });
  const context: CommandContext = { session, lens: false, notify, startRun: () => {}, exitLens: () => {} };
  // No server answers: fields that offer what an installation has offer nothing.
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <EditorProvider value={session}>
          <CommandsProvider value={context}>{children}</CommandsProvider>
        </EditorProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return session;
}
