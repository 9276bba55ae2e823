import { describe, expect, it } from 'vitest';
import type { DraftHead } from '@/lib/contracts/pipelines';
import type { OpenTab } from '@/lib/contracts/presence';
import { followDraft, type StreamHandlers } from './draft-events';

interface Stream extends StreamHandlers {
  readonly url: string;
  isOpen: boolean;
}

/** A page that follows a draft, and what it receives. */
function openPage() {
  const streams: Stream[] = [];
  const heads: DraftHead[] = [];
  const tabLists: (readonly OpenTab[])[] = [];
  const listeners = new Set<() => void>();
  let planned: (() => void) | undefined;
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
  };
  const stop = followDraft({
    pipelineId: 'pipe_1',
    onHead: (head) => heads.push(head),
    onTabs: (tabs) => tabLists.push(tabs),
    // Only these parts of a document are used.
    page: page as unknown as Document,
    open: (url, handlers) => {
      const stream: Stream = { ...handlers, url, isOpen: true };
      streams.push(stream);
      return () => {
        stream.isOpen = false;
      };
    },
    timers: {
      start: (run) => {
        planned = run;
        return run;
      },
      stop: () => {
        planned = undefined;
      },
    },
  });
  return {
    streams,
    heads,
    tabLists,
    stop,
    fire: () => planned?.(),
    show(state: DocumentVisibilityState) {
      page.visibilityState = state;
      for (const listener of [...listeners]) listener();
    },
  };
}

const HEAD = { revision: 4, version: 2, edited: true };

describe('following a draft', () => {
  it('passes on every state, and ignores messages that it cannot read', () => {
    const { streams, heads } = openPage();
    expect(streams.map(({ url }) => url)).toEqual(['/api/v1/pipelines/pipe_1/events']);
    streams[0]?.onMessage(JSON.stringify(HEAD));
    streams[0]?.onMessage('{"revision": "four"}');
    streams[0]?.onMessage('not JSON');
    expect(heads).toEqual([HEAD]);
  });

  it('passes on the tabs in which the pipeline is open, and no list of another form', () => {
    const { streams, tabLists } = openPage();
    const tabs = [{ tab: 'a'.repeat(16), step: 'one' }];
    streams[0]?.onPresence(JSON.stringify({ tabs }));
    streams[0]?.onPresence('{"tabs": 3}');
    expect(tabLists).toEqual([tabs]);
  });

  it('needs no connection while the page is hidden', () => {
    const { streams, show } = openPage();
    show('hidden');
    expect(streams.map(({ isOpen }) => isOpen)).toEqual([false]);
    show('visible');
    expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it('opens a refused stream again after a pause', () => {
    const { streams, fire } = openPage();
    fire();
    expect(streams).toHaveLength(1);
    streams[0]?.onRefused();
    fire();
    expect(streams).toHaveLength(2);
  });

  it('is over when the pipeline was deleted, and when it is stopped', () => {
    const deleted = openPage();
    deleted.streams[0]?.onEnd();
    deleted.show('visible');
    expect(deleted.streams).toHaveLength(1);
    const stopped = openPage();
    stopped.stop();
    stopped.show('visible');
    expect(stopped.streams.map(({ isOpen }) => isOpen)).toEqual([false]);
  });
});
