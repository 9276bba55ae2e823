import { stepTitle } from '@/components/pipeline-text/step-title';
import { patch } from '@/components/ui/observable';
import { selectGraph, selectStep } from '../model/derived';
import { type Connection, connect, freeHandle, OUT_HANDLE, refuseConnection } from '../model/edits';
import { impliedPairs, pairOf } from '../model/implied-edges';
import type { Mode } from '../model/interaction';
import { selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { type Direction, nearest } from './nearest';

type ConnectMode = Extract<Mode, { kind: 'connect' }>;

/** Starts an edge from the selected step; arrow keys or typing choose its target. */
export const connectSelected: Command = {
  id: 'connect',
  label: 'Connect selected step',
  group: 'edit',
  icon: 'branch',
  shortcuts: ['C'],
  scope: 'canvas',
  edits: true,
  enabled: ({ session }) => session.store.getState().selection.steps.length === 1,
  run({ session }) {
    const { selection, document } = session.store.getState();
    const [id] = selection.steps;
    if (id !== undefined) beginConnect(session, id, freeHandle(document, id, session.descriptors));
  },
};

/** Starts choosing the target of an edge with the keyboard. */
export function beginConnect(session: EditorSession, from: string, handle: string): void {
  if (session.readOnly) return;
  const { document } = session.store.getState();
  const { order } = selectGraph(document, session.descriptors);
  const candidates = order.filter(
    (to) => refuseConnection(document, { from, handle, to }, session.descriptors) === undefined,
  );
  if (candidates.length === 0) {
    announce(session, `No step can be connected to ${from}.`);
    return;
  }
  const close = nearest(session, from, 'right', new Set(candidates)) ?? candidates[0];
  const chosen = Math.max(0, candidates.indexOf(close ?? ''));
  setMode(session, { kind: 'connect', from, handle, candidates, chosen, query: '' });
}

/** Handles a key while the target of an edge is chosen. Returns whether the key was used. */
export function keyInConnectMode(session: EditorSession, mode: ConnectMode, key: string): boolean {
  const direction = DIRECTIONS[key];
  if (key === 'Escape') return stop(session, 'No edge was added.');
  if (key === 'Enter') return finish(session, mode);
  if (key === 'Tab') return choose(session, mode, (mode.chosen + 1) % mode.candidates.length);
  if (direction !== undefined) {
    const current = mode.candidates[mode.chosen];
    const next =
      current === undefined ? undefined : nearest(session, current, direction, new Set(mode.candidates));
    return next === undefined ? true : choose(session, mode, mode.candidates.indexOf(next));
  }
  if (key === 'Backspace') return type(session, mode, mode.query.slice(0, -1));
  return key.length === 1 ? type(session, mode, mode.query + key) : false;
}

/** Describes the edge: `Healthy? when true → Add the model`. */
export function describeConnect(session: EditorSession, mode: ConnectMode): string {
  const to = mode.candidates[mode.chosen];
  const when = mode.handle === OUT_HANDLE ? '' : ` when ${mode.handle}`;
  return `${titleIn(session, mode.from)}${when} → ${to === undefined ? '?' : titleIn(session, to)}`;
}

const DIRECTIONS: Readonly<Record<string, Direction | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

function choose(session: EditorSession, mode: ConnectMode, chosen: number): true {
  const next = { ...mode, chosen, query: '' };
  setMode(session, next);
  return true;
}

function type(session: EditorSession, mode: ConnectMode, query: string): true {
  const text = query.toLowerCase();
  const found = mode.candidates.findIndex(
    (id) => id.toLowerCase().startsWith(text) || titleIn(session, id).toLowerCase().includes(text),
  );
  setMode(session, { ...mode, query, chosen: found < 0 ? mode.chosen : found });
  return true;
}

function finish(session: EditorSession, mode: ConnectMode): true {
  const to = mode.candidates[mode.chosen];
  if (to === undefined) return stop(session, 'No edge was added.');
  addEdge(session, { from: mode.from, handle: mode.handle, to });
  return stop(session, `Connected ${describeConnect(session, mode).replace('→', 'to')}.`);
}

/**
 * Adds an edge as one edit. An edge that a longer path implies is drawn only beside the selection, so its source is
 * selected. Returns the reason when the edge is refused.
 */
export function addEdge(session: EditorSession, connection: Connection): string | undefined {
  const { store, descriptors } = session;
  const refusal = refuseConnection(store.getState().document, connection, descriptors);
  if (refusal !== undefined) return refusal;
  store.edit(`Connect ${connection.from} to ${connection.to}`, (document) =>
    connect(document, connection, descriptors),
  );
  const isImplied = impliedPairs(selectGraph(store.getState().document, descriptors)).has(pairOf(connection));
  if (isImplied) store.select(selectSteps(connection.from));
  return undefined;
}

function stop(session: EditorSession, sentence: string): true {
  patch(session.interaction, { mode: { kind: 'idle' } });
  announce(session, sentence);
  return true;
}

function setMode(session: EditorSession, mode: ConnectMode): void {
  patch(session.interaction, { mode });
  const to = mode.candidates[mode.chosen];
  if (to !== undefined) session.view.get()?.reveal([to]);
  announce(session, describeConnect(session, mode));
}

function titleIn({ store, descriptors }: EditorSession, id: string): string {
  const step = selectStep(store.getState().document, id);
  return step === undefined ? id : stepTitle(step, descriptors.find(step.action));
}
