/** The entry point of triggers: when a run is due, and its params. */
export { type DueStep, dueStep, missedText } from './due';
export { paramsOfRequest, triggerParams } from './params';
export { finishedTrigger, MAX_CHAIN } from './pipeline_finished';
export { everySeconds, nextTimes, onceAt, type Timetable } from './schedule';
export { readingBody, webhookTrigger } from './webhook';
