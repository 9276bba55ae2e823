import type { Answer } from '@/lib/contracts/errors';
import type { App } from '../compose';
import { checkCaller, type RequestHeaders } from './caller';
import { errorBody } from './errors';

/**
 * Runs a server action: checks the caller, calls the use case, and converts a refusal to a value. `http/edge`
 * has already checked the caller; this check also holds where Next is not behind it.
 */
export async function act<T extends object>(
  app: App,
  headers: RequestHeaders,
  work: (app: App) => Promise<T>,
): Promise<Answer<T>> {
  return answerOf(app, () => {
    checkCaller(headers, { changes: true, allowedHosts: app.allowedHosts });
    return work(app);
  });
}

/** Calls a use case within a server action, and converts a refusal to a value. */
export async function answerOf<T extends object>(app: App, work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, error: errorBody(error, app.report) };
  }
}
