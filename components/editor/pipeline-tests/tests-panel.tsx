'use client';

import { LazyPanel } from '@/components/ui/lazy-panel';
import { lazyPart } from '@/components/ui/use-lazy';

const workspace = lazyPart<object>(async () => (await import('./tests-workspace')).TestsWorkspace);

/** The tests of the pipeline; the code is loaded when the panel is first opened. */
export function TestsPanel() {
  return <LazyPanel part={workspace} what="the tests" props={{}} />;
}
