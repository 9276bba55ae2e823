'use client';

import { LazyPanel } from '@/components/ui/lazy-panel';
import { lazyPart } from '@/components/ui/use-lazy';

const workspace = lazyPart<object>(async () => (await import('./triggers-workspace')).TriggersWorkspace);

/** The triggers of the pipeline; the code is loaded when the panel is first opened. */
export function TriggersPanel() {
  return <LazyPanel part={workspace} what="the triggers" props={{}} />;
}
