import { patch } from '@/components/ui/observable';
import { markedOf } from '../breakpoints/looks';
import { placeKey, selectedPlaces } from '../breakpoints/places';
import { breakpointsAt } from '../breakpoints/use-breakpoints-at';
import { selectGraph } from '../model/derived';
import type { EditorSession } from '../session';
import type { Command, CommandContext } from './command';
import { openLeft } from './view';

function placesOf({ store, descriptors }: EditorSession) {
  const { selection, document } = store.getState();
  return selectedPlaces(selection, selectGraph(document, descriptors));
}

/** Whether the server has the pipeline, and something is selected that runs can pause at. */
function isReady({ session, breakpoints }: CommandContext): boolean {
  return breakpoints !== undefined && placesOf(session).length > 0;
}

/** Adds a breakpoint at the selected steps and edges, or removes those that they have. */
export const toggleBreakpoint: Command = {
  id: 'breakpoint',
  label: 'Add or remove breakpoint',
  group: 'debug',
  icon: 'breakpoint',
  shortcuts: ['B'],
  scope: 'canvas',
  enabled: isReady,
  run: ({ session, breakpoints }) => breakpoints?.toggle(placesOf(session)),
};

/** Opens the form of the breakpoint at the selected step or edge, or of a new one there. */
export const editBreakpoint: Command = {
  id: 'edit-breakpoint',
  label: 'Edit breakpoint…',
  group: 'debug',
  icon: 'pencil',
  shortcuts: ['Shift+B'],
  scope: 'canvas',
  enabled: isReady,
  run({ session }) {
    const at = placesOf(session).at(-1);
    const marked = at && markedOf(breakpointsAt(session.breakpoints.get(), placeKey(at)));
    patch(session.interaction, { breakpoint: marked === undefined ? { at } : { id: marked.id } });
  },
};

/** Shows the list of breakpoints. */
export const showBreakpoints: Command = {
  id: 'breakpoints',
  label: 'Show breakpoints',
  group: 'debug',
  icon: 'breakpoint',
  shortcuts: [],
  scope: 'page',
  enabled: ({ breakpoints }) => breakpoints !== undefined,
  run: ({ session }) => openLeft(session, 'runs'),
};

/** Continues the chosen pause of the shown run, with the inputs as they were edited. */
export const continueRun: Command = {
  id: 'continue',
  label: 'Continue the paused step',
  group: 'debug',
  icon: 'play',
  shortcuts: ['F8'],
  scope: 'page',
  inRun: true,
  enabled: ({ pause }) => pause !== undefined,
  run: ({ pause }) => pause?.('continue'),
};

/** Continues the chosen pause, and pauses before whatever starts next. */
export const stepRun: Command = {
  id: 'step',
  label: 'Step to the next pause',
  group: 'debug',
  icon: 'stepOver',
  shortcuts: ['F10'],
  scope: 'page',
  inRun: true,
  enabled: ({ pause }) => pause !== undefined,
  run: ({ pause }) => pause?.('step'),
};
