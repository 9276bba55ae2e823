import { type FramedInput, type FramedLayout, layoutFramed } from '../model/layout-frames';

/** Lays out a large pipeline in a worker, so that the page stays responsive. */
export function layoutInWorker(input: FramedInput): Promise<FramedLayout> {
  if (typeof Worker === 'undefined') return Promise.resolve(layoutFramed(input));
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FramedLayout>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FramedLayout>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'The layout worker did not start.'));
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}
