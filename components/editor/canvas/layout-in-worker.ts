import { type LayoutInput, layoutCards, type Positions } from '../model/layout';

/** Lays out a large pipeline in a worker, so that the page stays responsive. */
export function layoutInWorker(input: LayoutInput): Promise<Positions> {
  if (typeof Worker === 'undefined') return Promise.resolve(layoutCards(input));
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Positions>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Positions>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'The layout worker did not start.'));
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}
