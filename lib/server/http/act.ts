import type { Answer } from '@/lib/contracts/errors';
import type { App } from '../compose';
import { checkCaller, type RequestHeaders } from './caller';
import { errorBody } from './errors';

/** Carries out a server action: checks the caller, does the work, and makes a refusal a value. */
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
