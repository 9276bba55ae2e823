/** All edits of a document: pure functions from one document to the next. The only entry of `edits/`. */
export {
  type Connection,
  connect,
  disconnect,
  OUT_HANDLE,
  refuseConnection,
  refuseDisconnect,
} from './edits/connect';
export {
  removeDeclaredParam,
  setDeclaredParam,
  setParam,
  setPipelineField,
  setStepField,
} from './edits/fields';
export {
  addFrame,
  fitFrames,
  newFrameId,
  placeInFrames,
  removeFrames,
  updateFrame,
} from './edits/frames';
export {
  addNote,
  moveItems,
  newNoteId,
  removeNotes,
  updateNote,
} from './edits/layout';
export { pasteSteps } from './edits/paste';
export { removeSteps } from './edits/remove';
export { renameDeclaredParam, renameStep } from './edits/rename';
export { applyFix } from './edits/step-fix';
export {
  addStep,
  changeAction,
  freeHandle,
  insertOnEdge,
  insertStepOnEdge,
  toggleDisabled,
} from './edits/steps';
