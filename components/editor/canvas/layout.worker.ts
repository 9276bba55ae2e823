import { type LayoutInput, layoutCards } from '../model/layout';

// A worker's door: one question, one answer.
self.onmessage = ({ data }: MessageEvent<LayoutInput>) => self.postMessage(layoutCards(data));
