import { type LayoutInput, layoutCards } from '../model/layout';

// Receives one input and posts one result.
self.onmessage = ({ data }: MessageEvent<LayoutInput>) => self.postMessage(layoutCards(data));
