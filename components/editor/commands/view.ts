import { patch } from '@/components/ui/observable';
import type { DockTab, LeftTab } from '../model/panels';
import { type EditorSession, openPanels, showPanels } from '../session';
import { announce, type Command } from './command';

const ZOOM_FACTOR = 1.25;

export const fit: Command = {
  id: 'fit',
  label: 'Fit view',
  group: 'view',
  icon: 'fit',
  shortcuts: ['1'],
  scope: 'canvas',
  run: ({ session }) => session.view.get()?.fit(),
};

export const actualSize: Command = {
  id: 'actual-size',
  label: 'Zoom to 100 %',
  icon: 'search',
  group: 'view',
  shortcuts: ['0'],
  scope: 'canvas',
  run: ({ session }) => session.view.get()?.zoomTo(1),
};

export const zoomIn: Command = {
  id: 'zoom-in',
  label: 'Zoom in',
  group: 'view',
  icon: 'plus',
  shortcuts: ['+', '='],
  scope: 'canvas',
  run: ({ session }) => session.view.get()?.zoomBy(ZOOM_FACTOR),
};

export const zoomOut: Command = {
  id: 'zoom-out',
  label: 'Zoom out',
  group: 'view',
  icon: 'minus',
  shortcuts: ['-'],
  scope: 'canvas',
  run: ({ session }) => session.view.get()?.zoomBy(1 / ZOOM_FACTOR),
};

/** Draws the data edges of all steps, or only those of the selection. */
export const toggleData: Command = {
  id: 'data-edges',
  label: 'Show data edges',
  group: 'view',
  icon: 'flow',
  shortcuts: ['Shift+E'],
  scope: 'canvas',
  run({ session }) {
    const shows = !session.showsData.get();
    session.showsData.set(shows);
    announce(session, shows ? 'All data edges are shown.' : 'Data edges are shown for selected steps.');
  },
};

export const toggleSelectTool: Command = {
  id: 'select-tool',
  label: 'Switch between selecting and panning',
  group: 'select',
  shortcuts: ['V'],
  scope: 'canvas',
  run({ session }) {
    const { tool } = session.interaction.get();
    patch(session.interaction, { tool: tool === 'select' ? 'hand' : 'select' });
  },
};

export const showOutline: Command = {
  id: 'outline',
  label: 'Outline',
  group: 'view',
  icon: 'outline',
  shortcuts: ['O'],
  scope: 'canvas',
  run({ session }) {
    openLeft(session, 'outline');
    session.panels.get()?.focusLeft();
  },
};

export const toggleLeft: Command = {
  id: 'left-panel',
  label: 'Left panel',
  group: 'view',
  icon: 'panelLeft',
  shortcuts: ['Mod+B'],
  scope: 'page',
  run: ({ session }) => session.panels.get()?.toggle('left'),
};

export const toggleInspector: Command = {
  id: 'inspector-panel',
  label: 'Inspector',
  group: 'view',
  icon: 'panelRight',
  shortcuts: ['Mod+Alt+B'],
  scope: 'page',
  run: ({ session }) => session.panels.get()?.toggle('inspector'),
};

export const toggleJson: Command = {
  id: 'json',
  label: 'JSON',
  group: 'view',
  icon: 'braces',
  shortcuts: ['Mod+E'],
  scope: 'page',
  enabled: ({ lens }) => !lens,
  run: ({ session }) => toggleDock(session, 'json'),
};

export const toggleTriggers: Command = {
  id: 'triggers',
  label: 'Triggers',
  group: 'pipeline',
  icon: 'bolt',
  shortcuts: ['T'],
  scope: 'canvas',
  enabled: ({ lens }) => !lens,
  run: ({ session }) => toggleAndFocus(session, 'triggers'),
};

export const toggleTests: Command = {
  id: 'tests',
  label: 'Tests',
  group: 'pipeline',
  icon: 'test',
  shortcuts: ['Shift+T'],
  scope: 'canvas',
  enabled: ({ lens }) => !lens,
  run: ({ session }) => toggleAndFocus(session, 'tests'),
};

/** Opens a tab of the dock with the focus on it, or closes the dock. */
function toggleAndFocus(session: EditorSession, tab: DockTab): void {
  toggleDock(session, tab);
  if (openPanels(session).dock === tab) session.panels.get()?.focusDock();
}

export const showShortcuts: Command = {
  id: 'shortcuts',
  label: 'Keyboard shortcuts',
  group: 'view',
  shortcuts: ['?'],
  scope: 'editor',
  run: ({ session }) => patch(session.interaction, { dialog: 'shortcuts' }),
};

/** Shows one of the tabs at the left. */
export function openLeft(session: EditorSession, left: LeftTab): void {
  showPanels(session, { left });
  session.panels.get()?.openLeft();
}

/** Opens a tab of the dock, or closes the dock when that tab is shown. */
export function toggleDock(session: EditorSession, tab: DockTab): void {
  showPanels(session, { dock: openPanels(session).dock === tab ? 'closed' : tab });
}

/** Opens a tab of the dock. */
export function openDock(session: EditorSession, dock: DockTab): void {
  showPanels(session, { dock });
}
