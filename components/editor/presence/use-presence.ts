import { useEffect } from 'react';
import { reportPresence } from '@/client/presence';
import { type EditorSession, pageTimers } from '../session';
import { tabId } from './tab-id';

/** Longest id of a step that the server takes. */
const LONGEST = 255;

/** Reports to other tabs that the pipeline is open in this one, with the selected step. */
export function usePresence({ pipelineId, store }: EditorSession): void {
  // The server, the selection and the page's lifecycle are outside React.
  useEffect(
    () =>
      reportPresence({
        pipelineId,
        tab: tabId(),
        step: () => {
          const id = store.getState().selection.steps.at(-1);
          return id === undefined || id.length > LONGEST ? null : id;
        },
        onChange: store.subscribe,
        page: window,
        timers: pageTimers,
      }),
    [pipelineId, store],
  );
}
