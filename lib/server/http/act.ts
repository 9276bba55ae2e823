import type { Answer } from '@/lib/contracts/errors';
import type { App } from '../compose';
import { checkCaller, type RequestHeaders } from './caller';
import { errorBody } from './errors';

/** Runs a server action: checks the caller, calls the use case, and converts a refusal to a value. */
export async function act<T extends object>(
  app: App,
  headers: RequestHeaders,
  work: (app: App) => Promise<T>,
): Promise<Answer<T>> {
  try {
    checkCaller(headers, { changes: true, allowedHosts: app.allowedHosts });
    return { ok: true, ...(await work(app)) };
  } catch (error) {
    return { ok: false, error: errorBody(error, app.report) };
  }
}
