import { patch } from '@/components/ui/observable';
import type { ActionDescriptor, GraphEdge, PipelineDocument, Position } from '@/engine';
import { addStep, freeHandle, insertOnEdge, moveItems } from '../model/edits';
import type { NewStep } from '../model/edits/steps';
import type { PickerRequest } from '../model/interaction';
import { selectSteps } from '../model/selection';
import { newStepId } from '../model/step-ids';
import type { EditorSession } from '../session';
import { announce, type Command } from './command';
import { fitted, joined } from './frame-members';
import { freePlace, placeAfter, placeOnEdge, withPositions } from './place';

/** Opens the action picker for the selection. */
export const addAfter: Command = {
  id: 'add-step',
  label: 'Add step after selection',
  group: 'add',
  icon: 'plus',
  shortcuts: ['A', '/'],
  scope: 'canvas',
  edits: true,
  run: ({ session }) => patch(session.interaction, { picker: requestForSelection(session) }),
};

/**
 * The place of an action that is added without one: after the only selected step, on the selected edge, or in the
 * visible area.
 */
export function requestForSelection(session: EditorSession): PickerRequest {
  const { selection } = session.store.getState();
  const [step] = selection.steps;
  if (selection.steps.length === 1 && step !== undefined) return { after: { id: step } };
  const [edgeId] = selection.edges;
  const drawn = session.flow.getEdges().find(({ id }) => id === edgeId);
  if (selection.steps.length === 0 && drawn?.data !== undefined) return { edge: drawn.data.edge };
  const center = session.view.get()?.center();
  return center === undefined
    ? {}
    : { position: freePlace(session, { x: center.x - 132, y: center.y - 50 }) };
}

/** Adds a step at the place of a picker request, and selects it. Returns its id. */
export function addAction(session: EditorSession, action: ActionDescriptor, request: PickerRequest): string {
  const { document } = session.store.getState();
  const id = newStepId(document, action.type);
  const change =
    request.edge === undefined
      ? plainAddition(session, id, action, request)
      : onEdge(session, id, action, request.edge);
  session.store.edit(`Add ${action.title}`, change, { select: selectSteps(id) });
  announce(session, `Added ${action.title} as ${id}.`);
  const view = session.view.get();
  view?.reveal([id]);
  view?.focus(id);
  return id;
}

function newStep(session: EditorSession, id: string, { type }: ActionDescriptor): NewStep {
  const params = session.startParams.get()[type];
  return { id, action: type, ...(params === undefined ? {} : { params }) };
}

type Change = (document: PipelineDocument) => PipelineDocument;

function plainAddition(
  session: EditorSession,
  id: string,
  action: ActionDescriptor,
  { after, position }: PickerRequest,
): Change {
  const { document } = session.store.getState();
  const source = after === undefined ? undefined : document.steps.find((step) => step.id === after.id);
  const terminal = source !== undefined && session.descriptors.find(source.action)?.terminal === true;
  const handle =
    after?.handle ?? (after === undefined ? undefined : freeHandle(document, after.id, session.descriptors));
  const place = position ?? (after === undefined ? center(session) : placeAfter(session, after.id, handle));
  const connection =
    after === undefined || terminal
      ? {}
      : { after: { id: after.id, ...(handle === undefined ? {} : { handle }) } };
  if (position === undefined && document.layout?.steps === undefined) {
    // A document without positions stays without: the position is kept while the pipeline is open.
    session.positions.put(id, place);
    return (current) =>
      addStep(current, { ...newStep(session, id, action), ...connection }, session.descriptors);
  }
  return (current) => {
    const step = { ...newStep(session, id, action), position: place, ...connection };
    return joined(session, addStep(withPositions(session, current), step, session.descriptors), [id]);
  };
}

function onEdge(
  session: EditorSession,
  id: string,
  action: ActionDescriptor,
  edge: Pick<GraphEdge, 'from' | 'to' | 'kind' | 'branch'>,
): Change {
  const added = newStep(session, id, action);
  const { position, moves } = placeOnEdge(session, edge, { ...added });
  return (current) => {
    const roomy = moveItems(withPositions(session, current), { steps: moves });
    const step = { ...added, position };
    const inserted = joined(session, insertOnEdge(roomy, edge, step, session.descriptors), [id]);
    return fitted(session, inserted, [id, ...Object.keys(moves)]);
  };
}

function center(session: EditorSession): Position {
  const middle = session.view.get()?.center() ?? { x: 132, y: 50 };
  return freePlace(session, { x: middle.x - 132, y: middle.y - 50 });
}
