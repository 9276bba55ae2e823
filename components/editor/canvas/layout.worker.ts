import { type FramedInput, layoutFramed } from '../model/layout-frames';

// Receives one input and posts one result.
self.onmessage = ({ data }: MessageEvent<FramedInput>) => self.postMessage(layoutFramed(data));
