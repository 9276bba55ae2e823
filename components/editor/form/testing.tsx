import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { TooltipProvider } from '@/components/ui/tooltip-provider';
import { indexDescriptors, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { createSession, type EditorSession } from '../session';
import { EditorProvider } from '../use-editor';

/** The catalogue as it reaches the browser: JSON there and back. */
export const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

/** Shows parts of the editor with a pipeline open, for tests. */
export function openInTest(document: PipelineDocument, children: ReactNode): EditorSession {
  const session = createSession({ document, descriptors, pipelineId: 'p1' });
  render(
    <TooltipProvider>
      <EditorProvider value={session}>{children}</EditorProvider>
    </TooltipProvider>,
  );
  return session;
}
