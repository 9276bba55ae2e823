import { decisionText, pauseReason } from '@/components/run-state/pauses';
import { LOG_LEVELS, type LogLevel, type RunEvent, unitKey } from '@/engine';

/** One line of a run's log with where it comes from. */
export interface LogEntry {
  readonly seq: number;
  readonly at: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly step: string;
  readonly iteration: readonly number[];
  readonly attempt: number;
}

/** Which lines to show. */
export interface LogFilter {
  /** This level and the graver ones. */
  readonly level: LogLevel;
  /** Part of the message, whatever its case. */
  readonly needle: string;
  /** Lines of one step; undefined for all. */
  readonly step: string | undefined;
}

/** Shows everything. */
export const ALL_LOGS: LogFilter = { level: 'debug', needle: '', step: undefined };

/** Collects log lines from events; each event is read once. */
export interface LogBook {
  update(events: readonly RunEvent[]): void;
  /** Lines in the order of the journal. The list is a new object exactly when there are more lines. */
  lines(): readonly LogEntry[];
}

/** Creates an empty log book. */
export function createLogBook(): LogBook {
  let lines: readonly LogEntry[] = [];
  let taken = 0;
  return {
    update(events) {
      const fresh: LogEntry[] = [];
      for (; taken < events.length; taken += 1) {
        const event = events[taken];
        const entry = event && toEntry(event);
        if (entry) fresh.push(entry);
      }
      if (fresh.length > 0) lines = lines.concat(fresh);
    },
    lines: () => lines,
  };
}

/** The line of an event: what a step logged, a pause at a breakpoint, or what a person decided about it. */
function toEntry(event: RunEvent): LogEntry | undefined {
  switch (event.type) {
    case 'step_logged':
      return entryOf(event, event.level, event.message);
    case 'step_paused': {
      const place = event.moment === 'before' ? 'before the attempt' : 'on failure';
      return entryOf(event, 'info', `Paused ${place}: ${pauseReason(event)}`);
    }
    case 'pause_answered':
      return entryOf(event, 'info', decisionText(event));
    default:
      return undefined;
  }
}

type OfAttempt = Extract<RunEvent, { type: 'step_logged' | 'step_paused' | 'pause_answered' }>;

function entryOf({ seq, at, step, attempt, iteration = [] }: OfAttempt, level: LogLevel, message: string) {
  return { seq, at, level, message, step, attempt, iteration };
}

/** The lines up to an event. @param seq number of the last event; undefined for all lines */
export function linesUntil(lines: readonly LogEntry[], seq: number | undefined): readonly LogEntry[] {
  if (seq === undefined) return lines;
  const later = lines.findIndex((line) => line.seq > seq);
  return later === -1 ? lines : lines.slice(0, later);
}

/** The lines that match a filter. */
export function filterLogs(lines: readonly LogEntry[], filter: LogFilter): readonly LogEntry[] {
  const least = LOG_LEVELS.indexOf(filter.level);
  const needle = filter.needle.trim().toLowerCase();
  if (least === 0 && needle === '' && filter.step === undefined) return lines;
  return lines.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least &&
      (filter.step === undefined || line.step === filter.step) &&
      (needle === '' || line.message.toLowerCase().includes(needle)),
  );
}

/** Lines as text for the clipboard or a file: instant, level, where, message. */
export function logText(lines: readonly LogEntry[]): string {
  return lines
    .map((line) => `${line.at} ${line.level.padEnd(7)} ${unitKey(line)} #${line.attempt} ${line.message}`)
    .join('\n');
}
