import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle, Program } from './bundle';
import { type RequestBody, replySchema } from './messages';

const CLOCK = fileURLToPath(new URL('./entries/skewed-clock.mjs', import.meta.url));

/** A real process under test. */
export interface Subject {
  readonly name: string;
  readonly pid: number;
  /** Resolves once the process has opened the database or has ended. */
  readonly ready: Promise<void>;
  /** Resolves with the signal or exit code. */
  readonly ended: Promise<string>;
  readonly hasEnded: boolean;
  /** Whether the process is suspended, as after SIGSTOP. Linux only. */
  isStopped(): Promise<boolean>;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
  /** Sends a request; rejects when it is refused, or when the process ends before it has replied. */
  request(body: RequestBody): Promise<unknown>;
}

export interface SubjectOptions {
  readonly env: Readonly<Record<string, string>>;
  /** @default 'server' */
  readonly program?: Program;
  /**
   * `<ms after start>:<skew in ms>` of its jumping clock.
   * @default the host's clock
   */
  readonly clock?: string;
}

/** Starts processes under test, and kills the remaining ones when it is closed. */
export class ProcessGroup {
  readonly folder: string;
  readonly #bundle: Bundle;
  readonly #subjects = new Set<Subject>();
  #count = 0;
  #keepsLogs = false;

  private constructor(bundle: Bundle, folder: string) {
    this.#bundle = bundle;
    this.folder = folder;
  }

  static async open(bundle: Bundle): Promise<ProcessGroup> {
    return new ProcessGroup(bundle, await mkdtemp(join(tmpdir(), 'pipewright-faults-')));
  }

  /** Starts a process whose output goes to `<folder>/<name>.log`. */
  start(options: SubjectOptions): Subject {
    this.#count += 1;
    const name = `${options.program ?? 'server'}-${this.#count}`;
    const preload = options.clock === undefined ? [] : ['--import', CLOCK];
    const child = spawn(process.execPath, [...preload, this.#bundle[options.program ?? 'server']], {
      env: {
        NODE_ENV: 'test',
        PATH: '/usr/bin:/bin',
        // Identifies the connection in the audit.
        PGAPPNAME: name,
        ...(options.clock === undefined ? {} : { PIPEWRIGHT_CLOCK_JUMPS: options.clock }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const log = createWriteStream(join(this.folder, `${name}.log`));
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    const subject = new LocalSubject(name, child);
    this.#subjects.add(subject);
    void subject.ended.then(() => {
      log.end();
      this.#subjects.delete(subject);
    });
    return subject;
  }

  /** Kills all remaining processes. */
  async killAll(): Promise<void> {
    const left = [...this.#subjects];
    for (const subject of left) subject.signal('SIGKILL');
    await Promise.all(left.map(({ ended }) => ended));
  }

  /** Keeps the folder with the logs when the group closes. */
  keepLogs(): void {
    this.#keepsLogs = true;
  }

  /** Kills all remaining processes, and removes their logs. */
  async close(): Promise<void> {
    await this.killAll();
    if (!this.#keepsLogs) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class LocalSubject implements Subject {
  readonly name: string;
  readonly ready: Promise<void>;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void }>();
  #requests = 0;
  hasEnded = false;

  constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.hasEnded = true;
        for (const { failed } of this.#waiting.values()) failed(new Error(`${name} ended.`));
        resolve(signal ?? String(code));
      });
    });
    this.ready = new Promise((resolve) => {
      child.on('message', (message) => {
        if (this.#receive(message)) resolve();
      });
      // A worker has no channel and reports on stderr that it is ready.
      child.stderr?.on('data', (text: Buffer) => {
        if (text.includes(' is ready')) resolve();
      });
      void this.ended.then(() => resolve());
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.name} did not start.`);
    return this.#child.pid;
  }

  async isStopped(): Promise<boolean> {
    const status = await readFile(`/proc/${this.pid}/stat`, 'utf8').catch(() => '');
    return status.slice(status.lastIndexOf(')') + 2).startsWith('T');
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.#child.kill(signal);
  }

  request(body: RequestBody): Promise<unknown> {
    if (this.hasEnded) return Promise.reject(new Error(`${this.name} has ended.`));
    this.#requests += 1;
    const number = this.#requests;
    return new Promise((done, failed) => {
      this.#waiting.set(number, { done, failed });
      this.#child.send({ number, ...body }, (error) => error && failed(error));
    });
  }

  /** Returns whether the message reports that the process is ready. */
  #receive(message: unknown): boolean {
    const reply = replySchema.parse(message);
    if ('ready' in reply) return true;
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('error' in reply) waiting?.failed(new Error(reply.error));
    else waiting?.done(reply.result);
    return false;
  }
}
