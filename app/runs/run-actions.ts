import { removeBreakpoint, setBreakpoint, setPauseOnFailure } from '../pipelines/actions';
import { addTest, changeTest } from '../pipelines/tests';
import {
  cancelRun,
  pauseRun,
  pinOutput,
  pinRun,
  rerunRun,
  resolveInterrupted,
  resolvePause,
  resumeRun,
  setRunBreakpoints,
  signalRun,
} from './actions';

/** Server actions of runs, for their page and the editor. */
export const runActions = {
  cancel: cancelRun,
  pin: pinRun,
  pinOutput,
  pause: pauseRun,
  resume: resumeRun,
  signal: signalRun,
  rerun: rerunRun,
  tests: { add: addTest, change: changeTest },
  resolve: resolveInterrupted,
  answerPause: resolvePause,
  breakpoints: {
    set: setBreakpoint,
    remove: removeBreakpoint,
    setPauseOnFailure,
    setOfRun: setRunBreakpoints,
  },
};
