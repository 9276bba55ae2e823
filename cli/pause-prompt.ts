import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { addressOf, type RunEvent, type Runner, type UnitAddress, unitKey } from '@/engine';
import { PAUSE_HELP, readPauseLine } from './pause-answer';
import { DECISION_LINES, pauseLines } from './pause-lines';

type Paused = Extract<RunEvent, { type: 'step_paused' }>;

interface OpenPause {
  readonly address: UnitAddress;
  readonly seq: number;
}

/** Answers the pauses of a run in this process with lines of an input, oldest pause first. */
export class PausePrompt {
  readonly #runner: Pick<Runner, 'answerPause' | 'cancel'>;
  readonly #print: (line: string) => void;
  readonly #lines: Interface;
  readonly #open: OpenPause[] = [];
  readonly #waiting: string[] = [];
  #hasEnded = false;

  constructor(
    runner: Pick<Runner, 'answerPause' | 'cancel'>,
    input: Readable,
    print: (line: string) => void,
  ) {
    this.#runner = runner;
    this.#print = print;
    this.#lines = createInterface({ input });
    this.#lines.on('line', (line) => {
      this.#waiting.push(line);
      this.#proceed();
    });
    this.#lines.on('close', () => {
      this.#hasEnded = true;
      this.#proceed();
    });
  }

  /** A unit was paused. */
  add(event: Paused): void {
    const { inputs, until = null, error = null, note = null, breakpoint = null } = event;
    const address = addressOf(event);
    const value = 'value' in inputs ? inputs.value : null;
    const pause = { ...event, ...address, iteration: [...address.iteration] };
    for (const line of pauseLines({ ...pause, inputs: value, until, error, note, breakpoint }))
      this.#print(line);
    this.#print(PAUSE_HELP);
    this.#open.push({ address, seq: event.seq });
    this.#proceed();
  }

  /** Stops reading the input: the run has ended. */
  close(): void {
    this.#open.length = 0;
    this.#lines.close();
  }

  #proceed(): void {
    while (this.#open.length > 0) {
      const line = this.#waiting.shift();
      if (line === undefined) break;
      this.#read(line);
    }
    if (this.#hasEnded && this.#open.length > 0)
      this.#stop('Standard input has ended without an answer: the run is cancelled.');
  }

  #read(line: string): void {
    const [pause] = this.#open;
    const read = readPauseLine(line);
    if (read.kind === 'stop') this.#stop('The run is cancelled.');
    else if (read.kind === 'unknown' || !pause) this.#print(`“${line}” is not an answer. ${PAUSE_HELP}`);
    else {
      this.#open.shift();
      this.#print(`${unitKey(pause.address)} ${DECISION_LINES[read.answer.do]}.`);
      this.#runner.answerPause(pause.address, pause.seq, read.answer);
    }
  }

  #stop(message: string): void {
    this.#open.length = 0;
    this.#print(message);
    this.#runner.cancel();
  }
}
