import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { TooltipProvider } from '@/components/ui/tooltip';
import type { Descriptors, PipelineDocument } from '@/engine';
import { createSession, type EditorSession } from '../../session';
import { EditorProvider } from '../../use-editor';

/** Renders parts of the editor with an open pipeline, for tests, which supply the catalogue. */
export function openInTest(
  document: PipelineDocument,
  descriptors: Descriptors,
  children: ReactNode,
): EditorSession {
  const session = createSession({ document, descriptors, pipelineId: 'p1' });
  render(
    <TooltipProvider>
      <EditorProvider value={session}>{children}</EditorProvider>
    </TooltipProvider>,
  );
  return session;
}
