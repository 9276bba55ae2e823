import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ActionError } from '@/engine';
import type { HttpResponse } from '@/engine/ports';
import { present } from '../../present';
import { codeOf, elements } from '../../s3/response';
import type { UploadOptions, VerifiedContent } from '../model-store';
import type { BucketObjects } from './bucket-objects';

/** Size of a part in bytes: S3 requires at least 5 MiB. */
export const PART_BYTES = 8_388_608;
/** Maximum number of parts of an object in S3. */
const MAX_PARTS = 10_000;
/** Number of concurrent uploads of parts. */
const PARALLEL = 4;

const uploadRecord = z.object({
  uploadId: z.string(),
  partBytes: z.int().positive(),
  sha256: z.string(),
  /** ETags of the uploaded parts, by index. */
  etags: z.array(z.string()),
});

type UploadRecord = z.infer<typeof uploadRecord>;

/** An upload of a file to a bucket. */
export interface ObjectUpload extends UploadOptions {
  readonly bucket: BucketObjects;
  readonly content: VerifiedContent;
  /** Path of the file. */
  readonly path: string;
  /** Path of the record of a multipart upload, which allows resuming it. */
  readonly recordPath: string;
  /** Size of a part in bytes; larger for a file with more than the maximum number of parts. */
  readonly partBytes: number;
}

/**
 * Uploads a file as an object: a small file in one request, a large one as a multipart upload, which an earlier call
 * may have begun. The object appears when the upload is complete.
 * @throws ActionError, or the signal's reason
 */
export async function uploadObject(upload: ObjectUpload): Promise<void> {
  const { content, path, recordPath } = upload;
  const file = await open(path, 'r');
  try {
    if (content.size <= upload.partBytes) return await putObject(upload, file);
    const earlier = await readRecord(recordPath, content.sha256);
    if (earlier && (await sendParts(upload, file, earlier))) return;
    if (await sendParts(upload, file, await beginUpload(upload))) return;
  } finally {
    await file.close();
  }
  throw new ActionError('connection_error', `${upload.bucket.name} has ended the upload. Try again later.`);
}

/** Aborts an abandoned multipart upload, if there is one. @throws ActionError */
export async function abortUpload(bucket: BucketObjects, recordPath: string): Promise<void> {
  const record = await readRecord(recordPath);
  if (record) {
    const { uploadId, sha256 } = record;
    const key = bucket.keyOf(sha256);
    const answer = await bucket.send({ method: 'DELETE', key, query: { uploadId } });
    if (answer.status !== 404) bucket.succeeded(answer);
  }
  await rm(recordPath, { force: true });
}

async function putObject({ bucket, content, signal, onSent }: ObjectUpload, file: FileHandle): Promise<void> {
  const { sha256, size } = content;
  onSent?.(0);
  const body = await readPart(file, 0, size);
  bucket.succeeded(await bucket.send({ method: 'PUT', key: bucket.keyOf(sha256), body, sha256 }, signal));
  onSent?.(size);
}

async function beginUpload(upload: ObjectUpload): Promise<UploadRecord> {
  const { bucket, content, recordPath, signal } = upload;
  const { sha256, size } = content;
  const key = bucket.keyOf(sha256);
  const answer = bucket.succeeded(await bucket.send({ method: 'POST', key, query: { uploads: '' } }, signal));
  const [uploadId] = elements(Buffer.from(answer.body).toString('utf8'), 'UploadId');
  if (uploadId === undefined) {
    throw new ActionError(
      'rejected',
      `The response of ${bucket.name} contains no upload id. Check MODELS_STORE_URL.`,
    );
  }
  const partBytes = Math.max(upload.partBytes, Math.ceil(size / MAX_PARTS));
  const record = { uploadId, partBytes, sha256, etags: [] };
  await writeRecord(recordPath, record);
  return record;
}

/** Uploads the missing parts and completes the object. @returns false when the store has ended the upload */
async function sendParts(upload: ObjectUpload, file: FileHandle, record: UploadRecord): Promise<boolean> {
  const { content, recordPath, onSent } = upload;
  const { size } = content;
  let sentBytes = Math.min(size, record.etags.length * record.partBytes);
  onSent?.(sentBytes);
  const onPart = (bytes: number) => {
    sentBytes += bytes;
    onSent?.(sentBytes);
  };
  const count = Math.ceil(size / record.partBytes);
  const etags = [...record.etags];
  while (etags.length < count) {
    const places = Array.from(
      { length: Math.min(PARALLEL, count - etags.length) },
      (_, at) => etags.length + at,
    );
    const sent = await Promise.allSettled(
      places.map((place) => sendPart({ ...upload, onPart }, file, { ...record, place })),
    );
    for (const part of sent) {
      if (part.status === 'rejected') throw part.reason;
      if (part.value === undefined) return false;
      etags.push(part.value);
    }
    await writeRecord(recordPath, { ...record, etags });
  }
  return complete(upload, record.uploadId, etags);
}

/** @returns the ETag of the part; undefined when the store has ended the upload */
async function sendPart(
  { bucket, content, signal, onPart }: ObjectUpload & { readonly onPart: (bytes: number) => void },
  file: FileHandle,
  { uploadId, partBytes, place }: UploadRecord & { readonly place: number },
): Promise<string | undefined> {
  const from = place * partBytes;
  const body = await readPart(file, from, Math.min(partBytes, content.size - from));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const query = { partNumber: String(place + 1), uploadId };
  const key = bucket.keyOf(content.sha256);
  const answer = await bucket.send({ method: 'PUT', key, query, body, sha256 }, signal);
  if (answer.status === 404 && codeOf(answer) === 'NoSuchUpload') return undefined;
  const { etag = '' } = bucket.succeeded(answer).headers;
  onPart(body.length);
  return etag;
}

async function complete(
  { bucket, content, recordPath, signal }: ObjectUpload,
  uploadId: string,
  etags: readonly string[],
): Promise<boolean> {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const key = bucket.keyOf(content.sha256);
  const answer = await bucket.send({ method: 'POST', key, query: { uploadId }, body, sha256 }, signal);
  const code = codeOf(answer) ?? codeIn(answer);
  if (code === 'NoSuchUpload') return false;
  bucket.succeeded(answer);
  if (code !== undefined) {
    throw new ActionError(
      'connection_error',
      `The upload to ${bucket.name} failed: ${code}. Try again later.`,
      {
        code,
      },
    );
  }
  await rm(recordPath, { force: true });
  return true;
}

/** The error code in a response with status 200: the store responds before it has joined the parts. */
function codeIn({ body }: HttpResponse): string | undefined {
  const [error] = elements(Buffer.from(body).toString('utf8'), 'Code');
  return error;
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(part, at, length - at, from + at);
    if (bytesRead === 0) throw new Error('The received file was shortened.');
    at += bytesRead;
  }
  return part;
}

async function readRecord(path: string, sha256?: string): Promise<UploadRecord | undefined> {
  const text = await present(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const record = parsed(text);
  return sha256 === undefined || record?.sha256 === sha256 ? record : undefined;
}

function parsed(text: string): UploadRecord | undefined {
  try {
    return uploadRecord.parse(JSON.parse(text));
  } catch {
    // The machine lost power before the record was on disk.
    return undefined;
  }
}

/** Replaces the record atomically, so that a killed process leaves a valid one. */
async function writeRecord(path: string, record: UploadRecord): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, JSON.stringify(record), { mode: 0o600 });
  await rename(draft, path);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
