import { addNote } from './add-note';
import { addAfter } from './add-step';
import { ALIGN_COMMANDS } from './align';
import { continueRun, editBreakpoint, showBreakpoints, stepRun, toggleBreakpoint } from './breakpoints';
import { copy, cut, duplicate, paste, pasteJson } from './clipboard';
import type { Command } from './command';
import { connectSelected } from './connect-mode';
import { toggleCoverage } from './coverage';
import { disable } from './disable';
import { find, findNext, findPrevious, replace } from './find';
import { foldSelected, frameSelected, unframeSelected } from './frames';
import { redo, undo } from './history';
import { layOut, layOutInRows } from './lay-out';
import { moveSelected } from './move-mode';
import { nextProblem, previousProblem } from './problems';
import { removeOnly, removeSelected } from './remove';
import { rerun, rerunFailed } from './rerun';
import { run } from './run';
import { saveVersion } from './save-version';
import { goDown, goLeft, goRight, goUp, leave, openInspector, rename, selectAll } from './select';
import { showLineage } from './show-lineage';
import { startTour } from './tour';
import { tryFrom, tryOnly, tryUpTo } from './try';
import {
  actualSize,
  fit,
  showOutline,
  showShortcuts,
  toggleData,
  toggleInspector,
  toggleJson,
  toggleLeft,
  toggleSelectTool,
  toggleTests,
  toggleTriggers,
  zoomIn,
  zoomOut,
} from './view';

/** Every command, in the order of the shortcuts sheet. A new command is one file and one line here. */
export const COMMANDS: readonly Command[] = [
  run,
  rerun,
  rerunFailed,
  tryOnly,
  tryUpTo,
  tryFrom,
  saveVersion,
  toggleTriggers,
  toggleTests,
  toggleBreakpoint,
  editBreakpoint,
  showBreakpoints,
  continueRun,
  stepRun,
  addAfter,
  addNote,
  pasteJson,
  undo,
  redo,
  cut,
  copy,
  paste,
  duplicate,
  removeSelected,
  removeOnly,
  rename,
  connectSelected,
  moveSelected,
  disable,
  frameSelected,
  unframeSelected,
  layOut,
  layOutInRows,
  ...ALIGN_COMMANDS,
  replace,
  selectAll,
  toggleSelectTool,
  goLeft,
  goRight,
  goUp,
  goDown,
  leave,
  openInspector,
  find,
  findNext,
  findPrevious,
  showOutline,
  toggleLeft,
  toggleInspector,
  toggleJson,
  nextProblem,
  previousProblem,
  foldSelected,
  toggleData,
  toggleCoverage,
  showLineage,
  fit,
  actualSize,
  zoomIn,
  zoomOut,
  showShortcuts,
  startTour,
];

/** The context menu of a card. */
export const STEP_MENU: readonly (Command | 'line')[] = [
  tryOnly,
  tryUpTo,
  tryFrom,
  'line',
  addAfter,
  connectSelected,
  rename,
  disable,
  showLineage,
  toggleBreakpoint,
  editBreakpoint,
  'line',
  cut,
  copy,
  duplicate,
  'line',
  frameSelected,
  unframeSelected,
  layOut,
  'line',
  removeSelected,
  removeOnly,
];

/** The context menu of a frame. */
export const FRAME_MENU: readonly (Command | 'line')[] = [
  foldSelected,
  rename,
  'line',
  cut,
  copy,
  duplicate,
  'line',
  layOut,
  'line',
  unframeSelected,
];

/** The context menu of an edge. */
export const EDGE_MENU: readonly (Command | 'line')[] = [
  addAfter,
  toggleBreakpoint,
  editBreakpoint,
  'line',
  removeSelected,
];

/** The context menu of the empty canvas. */
export const CANVAS_MENU: readonly (Command | 'line')[] = [
  addAfter,
  addNote,
  paste,
  'line',
  selectAll,
  frameSelected,
  layOut,
  layOutInRows,
  'line',
  toggleData,
  toggleCoverage,
  fit,
  actualSize,
];
