/**
 * A signal that also aborts with `late()` after this many ms; call `done` when the guarded work ends. Replaces
 * `AbortSignal.timeout` within `AbortSignal.any`, which Node.js 20 may collect before it fires.
 */
export function deadlineOf(
  signal: AbortSignal | undefined,
  ms: number,
  late: () => Error = () => new DOMException('The operation timed out.', 'TimeoutError'),
): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(late()), ms);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/**
 * The promise, or a rejection with the signal's reason as soon as it aborts: for work that cannot be aborted.
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
