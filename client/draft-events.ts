import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { type DraftHead, draftHeadSchema } from '@/lib/contracts/pipelines';
import { type OpenTab, openTabsSchema } from '@/lib/contracts/presence';
import { urlOf } from './api';

/** Pause before a stream that the server refused is opened again, in ms. The browser itself reopens lost ones. */
const REOPEN_MS = 10_000;

/** What a stream reports. */
export interface StreamHandlers {
  onMessage(text: string): void;
  /** The list of tabs changed. */
  onPresence(text: string): void;
  /** The server refused, and nothing tries again. */
  onRefused(): void;
  /** The pipeline was deleted. */
  onEnd(): void;
}

export interface FollowDraftOptions {
  readonly pipelineId: string;
  /** Called with the state of the draft when the stream opens, and after each change. */
  readonly onHead: (head: DraftHead) => void;
  /** Called with all tabs in which the pipeline is open, this one included, when that changed. */
  readonly onTabs?: (tabs: readonly OpenTab[]) => void;
  /** The page: the stream is open while it is visible, since a browser opens only six connections to a server. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Opens a stream; returns a function that closes it. @default an `EventSource` */
  readonly open?: (url: string, handlers: StreamHandlers) => () => void;
  readonly timers: { start(run: () => void, delayMs: number): unknown; stop(timer: unknown): void };
}

/** Follows the draft of a pipeline while the page is visible. Returns a function that stops. */
export function followDraft(options: FollowDraftOptions): () => void {
  const { pipelineId, page, timers } = options;
  const url = urlOf(pipelineEndpoints.events, { id: pipelineId });
  let closeStream = () => {};
  let timer: unknown;
  let isOver = false;

  function close(): void {
    timers.stop(timer);
    closeStream();
    closeStream = () => {};
  }

  function open(): void {
    close();
    if (isOver || page.visibilityState !== 'visible') return;
    closeStream = (options.open ?? openEventSource)(url, {
      onMessage(text) {
        const head = read(draftHeadSchema, text);
        if (head !== undefined) options.onHead(head);
      },
      onPresence(text) {
        const open = read(openTabsSchema, text);
        if (open !== undefined) options.onTabs?.(open.tabs);
      },
      onRefused() {
        timer = timers.start(open, REOPEN_MS);
      },
      onEnd() {
        isOver = true;
        close();
      },
    });
  }

  page.addEventListener('visibilitychange', open);
  open();
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', open);
    close();
  };
}

function openEventSource(
  url: string,
  { onMessage, onPresence, onRefused, onEnd }: StreamHandlers,
): () => void {
  const source = new EventSource(url);
  source.onmessage = ({ data }) => onMessage(String(data));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) onRefused();
  };
  source.addEventListener('presence', ({ data }) => onPresence(String(data)));
  source.addEventListener('end', onEnd);
  return () => source.close();
}

/** Undefined for a message of another version of the server. */
function read<T>(schema: { parse(value: unknown): T }, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The next save still finds newer drafts, and the next report the other tabs.
    return undefined;
  }
}
