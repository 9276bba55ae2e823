'use client';

import { LazyPanel } from '@/components/ui/lazy-panel';
import { lazyPart } from '@/components/ui/use-lazy';

const workspace = lazyPart<object>(async () => (await import('./json-workspace')).JsonWorkspace);

/** The pipeline as JSON; the text editor is loaded when the panel is first opened. */
export function JsonPanel() {
  return <LazyPanel part={workspace} what="the JSON editor" props={{}} />;
}
