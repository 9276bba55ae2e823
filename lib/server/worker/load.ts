import type { RunEvent } from '@/engine';
import type { WorkerLoad } from '../store/workers';

const MINUTE_MS = 60_000;

/** Outcomes of steps, as metrics name them. */
export const STEP_OUTCOMES = ['completed', 'failed', 'cancelled', 'skipped'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** Measures how busy this process is. */
export class LoadMeter {
  readonly ended = new Map<StepOutcome, number>();
  #events = 0;
  #cpu = process.cpuUsage();
  #at = performance.now();
  /** Number of ended steps, at some instants of the last minute. */
  #marks: { readonly at: number; readonly steps: number }[] = [];

  /** Events that became durable. */
  get events(): number {
    return this.#events;
  }

  /** Counts events that became durable. */
  count(events: readonly RunEvent[]): void {
    this.#events += events.length;
    for (const { type } of events) {
      const outcome = STEP_OUTCOMES.find((each) => type === `step_${each}`);
      if (outcome) this.ended.set(outcome, (this.ended.get(outcome) ?? 0) + 1);
    }
  }

  /** The load since the last call. */
  read(): WorkerLoad {
    const now = performance.now();
    const cpu = process.cpuUsage(this.#cpu);
    const elapsedMs = Math.max(1, now - this.#at);
    this.#cpu = process.cpuUsage();
    this.#at = now;
    const cpuPercent = Math.round((cpu.user + cpu.system) / elapsedMs) / 10;
    return { rssBytes: process.memoryUsage.rss(), cpuPercent, stepsPerMinute: this.#stepsOfMinute(now) };
  }

  #stepsOfMinute(now: number): number {
    const steps = [...this.ended.values()].reduce((sum, each) => sum + each, 0);
    this.#marks = [...this.#marks.filter(({ at }) => now - at <= MINUTE_MS), { at: now, steps }];
    return steps - (this.#marks[0]?.steps ?? steps);
  }
}
