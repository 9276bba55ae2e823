import { cancelRun, pauseRun, pinRun, rerunRun, resolveInterrupted, resumeRun, signalRun } from './actions';

/** What people ask of a run, on its page and in the editor. */
export const runActions = {
  cancel: cancelRun,
  pin: pinRun,
  pause: pauseRun,
  resume: resumeRun,
  signal: signalRun,
  rerun: rerunRun,
  resolve: resolveInterrupted,
};
