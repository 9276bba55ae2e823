/**
 * The thread in which functions of authors run: one interpreter, one program at a time, a new realm for each. JSON text
 * goes in and comes out; nothing of this thread can be reached from within. `messages.ts` has the types.
 */
import { parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, Scope } from 'quickjs-emscripten-core';
import { GUEST } from './guest.mjs';
import { clockOfThread, startLimit } from './thread-clock.mjs';

const PAGE_BYTES = 65_536;
/** What the interpreter was built to start with. */
const INITIAL_PAGES = 256;

/** The name of the source in stack traces. */
const FILE = 'function.js';

/** After these the interpreter is not used again. */
const SPENT = ['time', 'memory', 'stack', 'broken'];

/** Ends a program with a fault. */
class Ended extends Error {
  constructor(fault) {
    super(fault.why);
    this.fault = fault;
  }
}

// The interpreter's own memory limit counts next to nothing in this build: the memory itself is what is bounded.
const wasmMemory = new WebAssembly.Memory({
  initial: INITIAL_PAGES,
  maximum: Math.max(INITIAL_PAGES, Math.floor(workerData.memoryBytes / PAGE_BYTES)),
});
const clock = clockOfThread();
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));

parentPort.on('message', (job) => parentPort.postMessage(answer(job)));
parentPort.postMessage({ type: 'ready', clock });

function answer(job) {
  const scope = new Scope();
  try {
    const texts = perform(job, scope);
    scope.dispose();
    return { type: 'done', texts };
  } catch (error) {
    const fault = error instanceof Ended ? error.fault : { why: 'broken', text: String(error) };
    const isSpent = SPENT.includes(fault.why);
    if (!isSpent) scope.dispose();
    return { type: 'fault', fault, isSpent };
  }
}

function perform(job, scope) {
  const isLate = lateAfter(job.timeMs);
  const runtime = scope.manage(quickjs.newRuntime());
  runtime.setMaxStackSize(job.stackBytes);
  runtime.setInterruptHandler(isLate);
  const context = scope.manage(runtime.newContext());
  const inside = { context, scope, isLate };

  const guest = scope.manage(evaluate(inside, GUEST, 'guest.js'));
  const made = scope.manage(evaluate(inside, `(${withoutEnd(job.source)}\n)`, FILE));
  const [start, take, finish] = ['start', 'take', 'finish'].map((name) =>
    scope.manage(context.getProp(guest, name)),
  );
  call(inside, start, [made.dup(), context.newString(job.mode), context.newString(job.initial ?? '')]);
  const texts = [];
  let length = 0;
  for (const chunk of job.chunks) {
    const text = call(inside, take, [context.newString(chunk)]);
    length += text.length;
    if (length > job.outputLength) throw new Ended({ why: 'output', text: '' });
    if (text !== '') texts.push(text);
  }
  if (job.mode === 'reduce') texts.push(call(inside, finish, []));
  if ((texts.at(-1) ?? '').length > job.outputLength) throw new Ended({ why: 'output', text: '' });
  return texts;
}

/** Whether a program that begins now has exceeded its limit. The interpreter asks after every few thousand instructions. */
function lateAfter(timeMs) {
  const leftMs = startLimit(clock, timeMs);
  let next = performance.now() + timeMs;
  return () => {
    const now = performance.now();
    if (now < next) return false;
    const left = leftMs();
    next = left > 0 ? now + left : 0;
    return left <= 0;
  };
}

/** A function ends where its last brace does: people write a semicolon after it. */
function withoutEnd(source) {
  let text = source.trimEnd();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
}

function evaluate(inside, code, file) {
  const result = inside.context.evalCode(code, file);
  return result.error ? fail(inside, result.error) : result.value;
}

/** Calls a function of the guest, letting go of the arguments. */
function call(inside, callee, args) {
  const { context } = inside;
  const result = context.callFunction(callee, context.undefined, ...args);
  for (const arg of args) arg.dispose();
  if (result.error) return fail(inside, result.error);
  const text = result.value.consume((handle) => context.getString(handle));
  if (text.startsWith('O')) return text.slice(1);
  const { stack, name, ...fault } = JSON.parse(text.slice(1));
  throw new Ended({ ...refined(fault, name), ...positionIn(stack) });
}

/** What the guest could not catch, or did not outlive. */
function fail({ context, isLate }, handle) {
  if (isLate()) throw new Ended({ why: 'time', text: '', ...positionIn(textOf(context, handle, 'stack')) });
  const [name, text, stack] = ['name', 'message', 'stack'].map((key) => textOf(context, handle, key));
  handle.dispose();
  const why = name === 'SyntaxError' ? 'syntax' : 'thrown';
  throw new Ended({ ...refined({ why, text }, name), ...positionIn(stack) });
}

/** Text of a property; empty when reading it fails. */
function textOf(context, handle, key) {
  try {
    return context.getProp(handle, key).consume((value) => context.getString(value));
  } catch {
    return '';
  }
}

/** The interpreter reports its own limits as ordinary errors. */
function refined(fault, name) {
  if (name === 'InternalError' && fault.text === 'out of memory') return { ...fault, why: 'memory' };
  // With no memory left for an error, what is thrown is null.
  if (fault.why === 'thrown' && fault.text === 'null' && isFull()) return { ...fault, why: 'memory' };
  const isOverflow = fault.text === 'stack overflow' && (name === 'InternalError' || name === 'SyntaxError');
  return isOverflow && fault.why !== 'input' ? { ...fault, why: 'stack' } : fault;
}

/** Most of the memory is taken; it never shrinks, and a step of its growth may not fit any more. */
function isFull() {
  return wasmMemory.buffer.byteLength > workerData.memoryBytes / 2;
}

/** Where in the source an error arose. The source begins after one parenthesis. */
function positionIn(stack) {
  const [, line, column] = /\bfunction\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return {};
  const at = Number(line);
  if (column === undefined) return { line: at };
  return { line: at, column: at === 1 ? Math.max(1, Number(column) - 1) : Number(column) };
}
