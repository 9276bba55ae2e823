import type { z } from 'zod';
import type { ActionContext } from '../../action-context';
import { ActionError } from '../../errors';
import type { attachments } from '../../fields';
import type { MailAttachment } from '../../ports';
import { STORED_PATH } from '../../stored-file';
import { withoutTrailing } from '../../text';
import { mailLine } from './mail_line';

type Written = z.output<ReturnType<typeof attachments>>[number];

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const TOKEN = '[A-Za-z0-9!#$&^_.+-]+';
const CONTENT_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(; ?[A-Za-z0-9-]+=(${TOKEN}|"[^"\\\\]*"))*$`);
const MAX_NAME = 255;

/**
 * The contents of all attachments, including stored files. @throws ActionError `invalid_params`, or the error of
 * reading
 */
export async function readAttachments(
  written: readonly Written[],
  ctx: ActionContext,
): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  for (const [index, one] of written.entries())
    files.push(await readOne(one, `params.attachments.${index}`, ctx));
  return files;
}

async function readOne(written: Written, path: string, ctx: ActionContext): Promise<MailAttachment> {
  const given = [written.content, written.content_base64, written.path].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw invalid(
      path,
      `${path} needs one of content, content_base64 and path${given.length > 1 ? ', not several of them' : ''}.`,
    );
  }
  const { content, type, name } = await contentOf(written, path, ctx);
  return {
    filename: filename(written.filename?.trim() || name, `${path}.filename`),
    contentType: contentType(written.content_type ?? type, `${path}.content_type`),
    content,
  };
}

interface Content {
  readonly content: Uint8Array;
  readonly type: string;
  readonly name: string | undefined;
}

async function contentOf(written: Written, path: string, ctx: ActionContext): Promise<Content> {
  if (written.path !== undefined) {
    if (!STORED_PATH.test(written.path)) {
      throw invalid(
        `${path}.path`,
        `${path}.path is not a stored file. Enter the path from an output (files/…). Local files and URLs are not supported.`,
      );
    }
    const { file, content } = await ctx.files.get(written.path);
    return { content, type: file.content_type, name: written.name ?? file.name };
  }
  if (written.content_base64 !== undefined) {
    const content = fromBase64(written.content_base64, `${path}.content_base64`);
    return { content, type: 'application/octet-stream', name: undefined };
  }
  const content = new TextEncoder().encode(written.content ?? '');
  return { content, type: 'text/plain; charset=utf-8', name: undefined };
}

function fromBase64(written: string, path: string): Uint8Array {
  const bare = written.replace(/\s+/g, '');
  const standard = withoutTrailing(bare.replaceAll('-', '+').replaceAll('_', '/'), '=');
  if (!BASE64.test(bare) || standard.length % 4 === 1) {
    throw invalid(path, `${path} is not base64. For text, use content.`);
  }
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
}

function filename(written: string | undefined, path: string): string {
  const name = mailLine(written ?? '', path, MAX_NAME);
  if (name === '') throw invalid(path, `${path} is missing. Enter the name of the attached file.`);
  if (/[/\\]/.test(name)) throw invalid(path, `${path} is a path. Enter only the file name.`);
  return name;
}

function contentType(written: string, path: string): string {
  if (!CONTENT_TYPE.test(written) || written.toLowerCase().startsWith('multipart/')) {
    throw invalid(path, `${path} is not a content type. Enter a content type such as text/csv.`);
  }
  return written;
}

function invalid(path: string, message: string): ActionError {
  return new ActionError('invalid_params', message, { path });
}
