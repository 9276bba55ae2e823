import 'server-only';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import type { Answer } from '@/lib/contracts/errors';
import { type App, act, checkCaller, isServiceError, NONCE_HEADER, openApp } from '@/lib/server';

/** The server, for pages: makes them dynamic and answers only callers that mean this server. @throws Forbidden */
export async function getApp(): Promise<App> {
  const caller = await headers();
  const app = await openApp();
  checkCaller(caller, { changes: false, allowedHosts: app.allowedHosts });
  return app;
}

/** The nonce that lets an inline script of this page run. */
export async function getNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE_HEADER) ?? undefined;
}

/** What a page is about; shows the page for what does not exist when there is none. */
export async function found<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isServiceError(error) && error.code === 'not_found') notFound();
    throw error;
  }
}

/** Carries out a server action for a caller that may change things; a refusal becomes a value. */
export async function guard<T extends object>(work: (app: App) => Promise<T>): Promise<Answer<T>> {
  return act(await openApp(), await headers(), work);
}
