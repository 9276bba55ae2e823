import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { AttemptOutcome, RunEvent, Runner } from '@/engine';
import { checkRun, outcome } from '@/engine/testing/check-run';
import { type MemoryClock, memoryClock } from '@/engine/testing/fakes';
import { probes } from '@/engine/testing/probes';
import {
  answerOld,
  giveCommand,
  performEffect,
  performRun,
  type RandomResult,
  type RandomRun,
  randomRuns,
  start,
} from '@/engine/testing/random-runs';
import { createdEvent } from '@/engine/testing/run-pipeline';
import { startRun } from '@/engine/testing/start-run';
import { Gates } from './gates';
import { Session, type SessionRun, type SessionState } from './session';

/** Processes that die in each run, one after the other. */
const DEATHS = 4;

// biome-ignore-start lint/style/noProcessEnv: how many cases, and which, is said by hand
/** Pairs of a run and a death. */
const CASES = Number(process.env.PIPEWRIGHT_MODEL_CASES ?? 1000);
const SEED = Number(process.env.PIPEWRIGHT_MODEL_SEED ?? Date.now() % 1_000_000_000);
// biome-ignore-end lint/style/noProcessEnv: the settings end here

/** Turns that a run may take in all: one that takes more goes round in circles. */
const MAX_TURNS = 2000;

/** Several times what a case takes on a loaded machine. */
const CASE_LIMIT_MS = 500;

vi.setConfig({ testTimeout: 300_000 + CASES * CASE_LIMIT_MS });

describe(`random runs turn by turn, as Restate executes them (seed ${SEED})`, () => {
  test('end as those of workers, whenever their process dies', async () => {
    const deaths = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: DEATHS, maxLength: DEATHS });
    await fc.assert(
      fc.asyncProperty(randomRuns(6), deaths, async (run, turns) => {
        const whole = await performRun(run);
        for (const each of [[], turns]) {
          const turned = new Turned(run, each);
          const byTurns = await turned.perform();
          checkRun(run, byTurns, 0);
          // What Restate has kept is not carried out again.
          const interrupted = byTurns.events.filter(({ type }) => type === 'attempt_interrupted');
          expect(interrupted.length).toBeLessThanOrEqual(turned.interrupted);
          if (!run.isTimed) expect(outcome(byTurns.runner.state)).toEqual(outcome(whole.runner.state));
        }
      }),
      { numRuns: Math.ceil(CASES / DEATHS), seed: SEED },
    );
  });
});

/** A process that has the run in memory. */
interface Present {
  readonly runner: Runner;
  readonly gates: Gates;
  readonly session: Session;
}

type News = 'begun' | 'timer' | 'told' | { readonly attempt: string; readonly outcome: AttemptOutcome };

/** Carries one run out as the workflow does, with what Restate keeps in memory, and in virtual time. */
class Turned {
  readonly #run: RandomRun;
  /** Turns after each of which, counted from the death before, the process dies. */
  readonly #deaths: number[];
  readonly #clock: MemoryClock = memoryClock();
  readonly #events: RunEvent[] = [createdEvent(this.#clock)];
  readonly #probes = probes((call) => performEffect(this.#run, this.#events, this.#clock, call));
  /** Attempts that Restate received, with their results. */
  readonly #attempts = new Map<string, AttemptOutcome | undefined>();
  #present: Present | undefined;
  #told = 0;
  /** Attempts that were under way when their process died. */
  interrupted = 0;

  constructor(run: RandomRun, deaths: readonly number[]) {
    this.#run = run;
    this.#deaths = [...deaths];
  }

  async perform(): Promise<RandomResult> {
    let news: News = 'begun';
    let left = this.#deaths.shift();
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const { runner, state } = await this.#turn(news);
      if ('end' in state && !state.end.abandoned && state.end.ended) {
        return { events: this.#events, runner, calls: this.#probes.calls };
      }
      if (left === 0) {
        this.#die();
        left = this.#deaths.shift();
      } else if (left !== undefined) left -= 1;
      news = await this.#next(timerOf(state));
    }
    throw new Error('The run neither ends nor rests.');
  }

  async #turn(news: News): Promise<{ runner: Runner; state: SessionState }> {
    const isOutcome = typeof news !== 'string';
    const isNew = this.#present === undefined;
    this.#present ??= this.#open();
    const { runner, gates, session } = this.#present;
    let state = isNew ? await session.begin() : await session.proceed(isOutcome ? news : 'look for commands');
    if (isNew && isOutcome && !('end' in state)) state = await session.proceed(news);
    if (isOutcome) this.#attempts.delete(news.attempt);
    if ('end' in state) this.#present = undefined;
    else for (const attempt of gates.attempts) if (!this.#attempts.has(attempt)) this.#carryOut(attempt);
    return { runner, state };
  }

  #open(): Present {
    const gates = new Gates([...this.#attempts.keys()]);
    let tell: (timer: number | undefined) => void = () => undefined;
    const journal = { append: async (events: readonly RunEvent[]) => void this.#events.push(...events) };
    const { runner } = startRun({
      document: this.#run.document,
      catalogue: this.#probes.catalogue,
      clock: this.#clock,
      events: [...this.#events],
      journal,
      executor: gates,
      parkAfterMs: 5000,
      onIdle: (timer) => tell(timer),
      onEvent: (event) => {
        if (event.type !== 'step_waiting' || event.reason !== 'unknown_effect') return;
        const { step, iteration } = event;
        runner.resolveInterrupted({ step, ...(iteration && { iteration }) }, 'retry');
      },
    });
    const session = new Session({
      run: this.#hold(runner),
      runner,
      gates,
      onIdle: (heard) => {
        tell = heard;
      },
    });
    return { runner, gates, session };
  }

  #hold(runner: Runner): SessionRun {
    let isAbandoned = false;
    return {
      run: async () => {
        this.#ask(runner);
        answerOld(runner);
        const end = await runner.run();
        return isAbandoned ? { abandoned: true } : { ...end, abandoned: false, seenCommands: 0 };
      },
      applyCommands: async () => this.#ask(runner),
      abandon: () => {
        isAbandoned = true;
        runner.abandon();
      },
    };
  }

  /** All that was asked until now: a runner that takes over hears it again. */
  #ask(runner: Runner): void {
    const due = this.#run.commands.filter(({ at }) => start + at * 1000 <= this.#clock.now().getTime());
    this.#told = due.length;
    for (const command of due) giveCommand(runner, command);
  }

  #carryOut(attempt: string): void {
    this.#attempts.set(attempt, undefined);
    this.#present?.gates.carryOut(attempt).then(
      (result) => void this.#attempts.set(attempt, result),
      // The process died meanwhile: Restate asks the next one.
      () => undefined,
    );
  }

  /** What was under way there is asked of the next process, which knows nothing of it. */
  #die(): void {
    this.#present?.session.abandon();
    this.#present = undefined;
    for (const [attempt, result] of this.#attempts) {
      if (result !== undefined) continue;
      this.interrupted += 1;
      this.#attempts.set(attempt, { interrupted: true });
    }
  }

  /** Lets time pass until something leads to the next turn. */
  async #next(timer: number | undefined): Promise<News> {
    for (let idle = 0; idle < MAX_TURNS; idle += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const [attempt, result] of this.#attempts) if (result) return { attempt, outcome: result };
      const now = this.#clock.now().getTime();
      const dueAt = this.#clock.due[0]?.getTime();
      // Events of the process itself come first: its timers, and effects that take time.
      if (dueAt !== undefined && dueAt <= now) {
        this.#clock.advance(0);
        continue;
      }
      const command = this.#run.commands[this.#told];
      const commandAt = command && start + command.at * 1000;
      if (commandAt !== undefined && commandAt <= now) return 'told';
      if (timer !== undefined && timer <= now) return 'timer';
      const next = Math.min(...[this.#clock.due[0]?.getTime(), timer, commandAt].flatMap((at) => at ?? []));
      if (!Number.isFinite(next)) throw new Error('The run waits for nothing.');
      this.#clock.advance(Math.max(0, next - now));
    }
    throw new Error('Nothing leads to the next turn.');
  }
}

function timerOf(state: SessionState): number | undefined {
  if (!('end' in state)) return state.timer;
  if (state.end.abandoned || state.end.ended || state.end.wakeAt === undefined) return undefined;
  return Date.parse(state.end.wakeAt);
}
