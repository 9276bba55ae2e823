import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ActionError } from '@/engine';
import { abortFailure } from '../egress/failures';
import { BlockWriter } from './block-writer';
import { crc32cOf } from './crc32c';
import { hashOf } from './file-hash';
import type { PartialStore, VerifiedContent } from './model-store';
import type { Checksum, OpenedFile, PlannedFile } from './source';

/** Consecutive connections without data after which a download fails. */
const MAX_FRUITLESS = 5;
/** Time without data after which a connection counts as broken, in ms. */
const SILENCE_MS = 60_000;

export interface DownloadOptions {
  readonly store: PartialStore;
  readonly file: PlannedFile;
  /** Key of the partial file, equal for every attempt at the same file. */
  readonly key: string;
  /** The content of an earlier download of this file, if it is still stored. */
  readonly known: KnownContent | undefined;
  readonly signal: AbortSignal;
  /** Called when the size is known. */
  readonly onSize: (bytes: number) => void;
  /** Called with received bytes; awaited before more is written. */
  readonly onReceived: (bytes: number) => Promise<void> | void;
  readonly log: (level: 'info' | 'warning', message: string) => void;
  /** Delay before the next connection after n without data, in ms. @default 1 s, doubling */
  readonly waitMs?: (fruitless: number) => number;
}

/** A stored content. */
export interface KnownContent extends VerifiedContent {
  readonly version: string | undefined;
}

/** A complete and verified file. */
export interface FetchedFile extends KnownContent {
  /** The kind of checksum that was verified. */
  readonly verified: Checksum['algorithm'] | 'none';
  /** False for a content that was already stored. */
  readonly isPartial: boolean;
}

/**
 * Downloads one file into its partial file and verifies it. Resumes after a broken connection. Memory use is
 * independent of the size.
 * @throws ActionError `rejected` (checksum), `storage_full`, `connection_error`, or the signal's reason. Received bytes
 * are kept except after a wrong checksum.
 */
export async function downloadFile(options: DownloadOptions): Promise<FetchedFile> {
  const { waitMs = (fruitless: number) => 1000 * 2 ** fruitless, signal, log, store, key } = options;
  for (let fruitless = 0; ; ) {
    const before = (await store.partial(key)).offset;
    try {
      return await receive(options);
    } catch (error) {
      const broken = brokenOrThrow(error, signal);
      const { offset } = await store.partial(key);
      fruitless = offset > before ? 0 : fruitless + 1;
      if (fruitless >= MAX_FRUITLESS) throw broken;
      log('warning', `${broken.message} The download resumes at byte ${offset}.`);
      await delay(waitMs(fruitless), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Returns an error after which the download resumes. @throws any other error */
function brokenOrThrow(error: unknown, signal: AbortSignal): ActionError {
  if (signal.aborted) throw abortFailure(signal, 'the source');
  if (isBroken(error)) return error;
  throw asStorageFull(error);
}

function isBroken(error: unknown): error is ActionError {
  return error instanceof ActionError && ['connection_error', 'timeout'].includes(error.kind);
}

async function receive(options: DownloadOptions): Promise<FetchedFile> {
  const { store, file, key, known, log } = options;
  const partial = await store.partial(key);
  const version = partial.offset > 0 ? partial.version : known?.version;
  const idle = new SilenceLimit(options.signal);
  try {
    const opened = await file.open({ offset: partial.offset, version }, idle.signal);
    if (opened.kind === 'unchanged') {
      if (known) return { ...known, verified: 'none', isPartial: false };
      throw new ActionError(
        'connection_error',
        'The source reports an unchanged file, but this machine has no copy of it. Add the model again.',
      );
    }
    const size = opened.size ?? file.size;
    if (size !== undefined) {
      options.onSize(size);
      await store.requireSpace([size - opened.offset]);
    }
    if (opened.offset > 0) log('info', `Resumed at byte ${opened.offset}.`);
    const received = await write({ ...options, idle }, opened, partial.path);
    await verify(options, received, size);
    return {
      ...received,
      version: opened.version,
      verified: file.expected?.algorithm ?? 'none',
      isPartial: true,
    };
  } finally {
    idle.end();
  }
}

type Content = Extract<OpenedFile, { kind: 'content' }>;

async function write(
  { store, key, onReceived, idle }: DownloadOptions & { readonly idle: SilenceLimit },
  { offset, version, chunks }: Content,
  path: string,
): Promise<{ size: number; sha256: string }> {
  const hash: Hash = offset > 0 ? await hashOf(path, 'sha256') : createHash('sha256');
  const handle: FileHandle = offset > 0 ? await open(path, 'r+') : await store.begin(key, version);
  const writer = new BlockWriter(handle, hash, offset);
  let at = offset;
  try {
    try {
      await onReceived(offset);
      for await (const chunk of chunks) {
        idle.signal.throwIfAborted();
        idle.heard();
        await writer.add(chunk);
        at += chunk.length;
        await onReceived(at);
      }
    } finally {
      await writer.end();
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size: at, sha256: hash.digest('hex') };
}

async function verify(
  { store, key, file }: DownloadOptions,
  received: { readonly size: number; readonly sha256: string },
  size: number | undefined,
): Promise<void> {
  if (size !== undefined && received.size < size) {
    const message = `The connection closed after ${received.size} of ${size} bytes of ${file.path}.`;
    throw new ActionError('connection_error', message, { code: 'incomplete' });
  }
  const wrong = (what: string, found: string, expected: string) =>
    new ActionError(
      'rejected',
      `The ${what} of ${file.path} differs: ${found}, expected ${expected}. The received file was deleted. Check the source, or correct the expected value.`,
      { code: `${what}_mismatch` },
    );
  if (size !== undefined && received.size > size) {
    await store.discard(key);
    throw wrong('size', String(received.size), String(size));
  }
  if (!file.expected) return;
  const found = await checksumOf(file.expected.algorithm, received, (await store.partial(key)).path);
  if (found === file.expected.hex) return;
  await store.discard(key);
  throw wrong('checksum', found, file.expected.hex);
}

async function checksumOf(
  algorithm: Checksum['algorithm'],
  { size, sha256 }: { readonly size: number; readonly sha256: string },
  path: string,
): Promise<string> {
  if (algorithm === 'sha256') return sha256;
  if (algorithm === 'crc32c') return crc32cOf(path);
  if (algorithm === 'md5') return (await hashOf(path, 'md5')).digest('hex');
  // As computed by `git hash-object`.
  return (await hashOf(path, 'sha1', `blob ${size}\0`)).digest('hex');
}

/** Aborts a connection without data for `SILENCE_MS`, so that the download resumes. */
class SilenceLimit {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(signal: AbortSignal) {
    const limit = new AbortController();
    this.signal = AbortSignal.any([signal, limit.signal]);
    this.#timer = setTimeout(() => limit.abort(silent()), SILENCE_MS);
  }

  heard(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function silent(): ActionError {
  return new ActionError('connection_error', `The source sent nothing for ${SILENCE_MS / 1000} s.`);
}

/** Error codes of a disk without space or quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** An error about a full disk as `storage_full`; others unchanged. */
export function asStorageFull(error: unknown): unknown {
  const isFull = error instanceof Error && 'code' in error && FULL.has(String(error.code));
  if (!isFull || error instanceof ActionError) return error;
  return new ActionError(
    'storage_full',
    'The disk of the models is full. Delete models or free some space, then try again.',
    { cause: error },
  );
}
