import type { Json } from '@/engine';
import type { Sandbox, SandboxCaller, SandboxProgram } from '@/engine/ports';
import { readChunks, readJson, writeChunks } from './chunks';
import { failureOf, refusal } from './faults';
import { SANDBOX_LIMITS, type SandboxLimits, timeFor } from './limits';
import type { Fault, Job, Reply } from './messages';
import { Pool } from './pool';
import { Thread, ThreadEnded } from './thread';

export type { SandboxLimits } from './limits';

/** A sandbox and its threads. */
export type ClosableSandbox = Sandbox & {
  /** How many programs run, and how many wait for a thread. */
  load(): { readonly running: number; readonly waiting: number };
  /** Ends its threads and rejects waiting calls. */
  close(): Promise<void>;
};

/** All calls without a caller share one account. */
const NO_CALLER: SandboxCaller = { pipelineId: '', runId: '' };

/**
 * Runs functions of authors in QuickJS, in disposable threads: JSON in, JSON out, no access to the outside.
 */
export function createSandbox(options: Partial<SandboxLimits> = {}): ClosableSandbox {
  const limits = { ...SANDBOX_LIMITS, ...options };
  const pool = new Pool(() => Thread.start({ memoryBytes: limits.memoryBytes }));
  const sandbox: Sandbox = async (program, signal, caller = NO_CALLER) => {
    signal.throwIfAborted();
    const job = await jobOf(program, limits);
    const reply = await pool.use(signal, caller, async (thread) => {
      const result = await replyOf(thread, job, limits.graceMs, signal);
      return { result, isSpent: result.type === 'fault' && result.isSpent };
    });
    if (reply.type === 'fault') throw failureOf(reply.fault, job, limits);
    const result = await resultOf(program, reply.texts);
    if (result === undefined) throw failureOf({ why: 'changed', text: '' }, job, limits);
    return result;
  };
  return Object.assign(sandbox, { load: () => pool.load, close: async () => pool.close() });
}

async function jobOf({ source, mode, input, initial }: SandboxProgram, limits: SandboxLimits): Promise<Job> {
  if (source.length > limits.sourceLength) {
    throw refusal(
      'invalid_params',
      `The function has ${source.length} characters; at most ${limits.sourceLength} are allowed.`,
    );
  }
  return {
    source,
    mode,
    chunks: await writeChunks(input, limits.inputLength),
    initial: mode === 'reduce' && initial !== undefined ? await textOf(initial, limits) : null,
    timeMs: timeFor(input.length, limits),
    stackBytes: limits.stackBytes,
    outputLength: limits.outputLength,
  };
}

async function textOf(initial: Json, limits: SandboxLimits): Promise<string> {
  const [list] = await writeChunks([initial], limits.inputLength);
  return list === undefined ? 'null' : list.slice(1, -1);
}

type Answer = Exclude<Reply, { type: 'ready' }>;

/** The reply of the thread; ending an unresponsive thread also counts as one. */
async function replyOf(thread: Thread, job: Job, graceMs: number, signal: AbortSignal): Promise<Answer> {
  try {
    return await thread.run(job, job.timeMs + graceMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { type: 'fault', isSpent: true, fault: faultOf(error) };
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof ThreadEnded) return { why: error.isLate ? 'time' : 'broken', text: '' };
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return { why: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', text: '' };
}

/** The result; undefined when the texts are not those of an intact guest. */
async function resultOf(
  { mode, input }: SandboxProgram,
  texts: readonly string[],
): Promise<Json | undefined> {
  switch (mode) {
    case 'map': {
      const items = await readChunks(texts);
      return items?.length === input.length ? items : undefined;
    }
    case 'filter': {
      const kept = texts.join('');
      return kept.length === input.length ? input.filter((_, index) => kept[index] === '1') : undefined;
    }
    case 'reduce':
      return readJson(texts[0] ?? '');
  }
}
