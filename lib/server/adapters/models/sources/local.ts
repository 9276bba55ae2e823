import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ActionError } from '@/engine';
import { checkedLabel, matchesAny } from '../label';
import type { ModelPlan, OpenedFile, PlannedFile, ResumePoint, Source, SourceRequest } from '../source';

/** Maximum number of files of a model. */
const MAX_FILES = 10_000;
const CHUNK_BYTES = 1_000_000;

interface FoundFile {
  /** The path with symbolic links resolved. */
  readonly real: string;
  readonly label: string;
}

/** A file or folder of this machine, below the folders in MODELS_LOCAL_DIRS. @param folders absolute */
export function createLocalSource(folders: readonly string[]): Source {
  return { plan: (request) => planOf(request, folders) };
}

async function planOf(request: SourceRequest, folders: readonly string[]): Promise<ModelPlan> {
  const root = await allowedPath(request.uri, folders);
  // The path exists at run time only, so the build must not trace it.
  const isFolder = (await stat(/* turbopackIgnore: true */ root)).isDirectory();
  const found = isFolder ? await filesIn(root, folders) : [{ real: root, label: basename(root) }];
  const wanted = found.filter(({ label }) => request.files.length === 0 || matchesAny(label, request.files));
  if (wanted.length === 0) {
    throw invalid(`${request.uri} has no file to add. Check the folder and the parameter files.`);
  }
  const files = wanted.map((file) => fileOf(file, request.sha256));
  return { name: basename(root), revision: undefined, files: await Promise.all(files) };
}

/** The real path, if it is below an allowed folder. Does not reveal whether other paths exist. */
async function allowedPath(uri: string, folders: readonly string[]): Promise<string> {
  if (folders.length === 0) {
    throw new ActionError(
      'rejected',
      'Models of this machine cannot be added: no folder is allowed. Set MODELS_LOCAL_DIRS to the folders that hold models, and restart the server.',
    );
  }
  const path = pathIn(uri);
  const real =
    path === undefined ? undefined : await realpath(/* turbopackIgnore: true */ path).catch(() => undefined);
  const roots = await realRoots(folders);
  if (real !== undefined && roots.some((root) => isBelow(real, root))) return real;
  throw invalid(
    `${uri} is not a file or folder below MODELS_LOCAL_DIRS (${folders.join(', ')}). Check the path, or add its folder to MODELS_LOCAL_DIRS.`,
  );
}

function pathIn(uri: string): string | undefined {
  if (uri.includes('\0')) return undefined;
  if (!uri.startsWith('file:')) return isAbsolute(uri) ? uri : undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

async function realRoots(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return found.flatMap((folder) => folder ?? []);
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** All regular files below a folder, including links to files in allowed folders. */
async function filesIn(folder: string, folders: readonly string[]): Promise<FoundFile[]> {
  const roots = await realRoots(folders);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: FoundFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    const real = await realpath(/* turbopackIgnore: true */ path).catch(() => undefined);
    const isAllowed = real !== undefined && roots.some((root) => isBelow(real, root));
    if (!isAllowed) throw invalid(`${path} leads out of MODELS_LOCAL_DIRS. Remove the link from the folder.`);
    const label = relative(folder, path).split(sep).join('/');
    if ((await stat(real)).isFile()) found.push({ real, label });
    if (found.length > MAX_FILES)
      throw invalid(`${folder} has more than ${MAX_FILES} files. Choose its subfolder.`);
  }
  return found.sort((a, b) => (a.label < b.label ? -1 : 1));
}

async function fileOf({ real, label }: FoundFile, sha256: string | undefined): Promise<PlannedFile> {
  const { size, mtimeMs, ino } = await stat(real);
  const version = `${ino}-${size}-${Math.floor(mtimeMs)}`;
  return {
    path: checkedLabel(label),
    size,
    expected: sha256 === undefined ? undefined : { algorithm: 'sha256', hex: sha256 },
    version,
    open: (from) => openLocal(real, { size, version }, from),
  };
}

async function openLocal(
  real: string,
  { size, version }: { readonly size: number; readonly version: string },
  from: ResumePoint,
): Promise<OpenedFile> {
  const offset = from.version === version ? from.offset : 0;
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
  // A link may have replaced a folder since the path was checked.
  if ((await realpath(real)) !== real) {
    await handle.close();
    throw invalid(`${real} was replaced by a link. Check the folder.`);
  }
  return { kind: 'content', offset, size, version, chunks: readFrom(handle, offset) };
}

async function* readFrom(handle: FileHandle, offset: number): AsyncGenerator<Uint8Array> {
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = offset; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

function invalid(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.model_uri' });
}
