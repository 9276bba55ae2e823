import { titleOf } from '@/components/pipeline-text/step-title';
import type { GraphEdge } from '@/engine';
import { selectGraph, selectStep } from '../model/derived';
import { insertStepOnEdge, moveItems } from '../model/edits';
import type { EditorSession } from '../session';
import { announce } from './command';
import { fitted, joined } from './frame-members';
import { placeOnEdge, withPositions } from './place';

/** Whether a step has no edges, so that it can be inserted by dropping it on one. */
export function isLoose({ store, descriptors }: EditorSession, id: string): boolean {
  const step = selectGraph(store.getState().document, descriptors).steps.get(id);
  return step !== undefined && step.upstream.length + step.downstream.length === 0;
}

/** Ends the drag of a loose card on an edge: the step is inserted between the two, as one edit. */
export function insertDragged(session: EditorSession, id: string, edge: GraphEdge): void {
  const { store, descriptors, flow } = session;
  flow.putBack();
  const { document } = store.getState();
  const step = selectStep(document, id);
  if (step === undefined) return;
  const { position, moves } = placeOnEdge(session, edge, step);
  store.edit(`Insert ${id}`, (current) => {
    const placed = moveItems(withPositions(session, current), { steps: { ...moves, [id]: position } });
    const inserted = joined(session, insertStepOnEdge(placed, edge, id, descriptors), [id]);
    return fitted(session, inserted, [id, ...Object.keys(moves)]);
  });
  const [title, from, to] = [id, edge.from, edge.to].map((step) => titleOf(document, step, descriptors));
  announce(session, `Inserted ${title} between ${from} and ${to}.`);
  session.view.get()?.reveal([id]);
}
