import 'server-only';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import type { Answer } from '@/lib/contracts/errors';
import { type App, act, checkCaller, isServiceError, NONCE_HEADER, openApp } from '@/lib/server';

/** The app, for pages: makes them dynamic and refuses requests to other hosts. @throws Forbidden */
export async function getApp(): Promise<App> {
  const caller = await headers();
  const app = await openApp();
  checkCaller(caller, { changes: false, allowedHosts: app.allowedHosts });
  return app;
}

/** The nonce that allows inline scripts of this page. */
export async function getNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE_HEADER) ?? undefined;
}

/** The subject of a page; shows the not-found page when it does not exist. */
export async function found<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isServiceError(error) && error.code === 'not_found') notFound();
    throw error;
  }
}

/** Runs a server action for a caller that may make changes; a refusal becomes a value. */
export async function guard<T extends object>(work: (app: App) => Promise<T>): Promise<Answer<T>> {
  return act(await openApp(), await headers(), work);
}
