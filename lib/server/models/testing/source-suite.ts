import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import type { ModelRequest } from '@/engine/ports';
import type { PlannedFile, ResumePoint } from '../../adapters/models/source';
import type { SourceOptions } from '../../adapters/models/sources';
import { listModels } from '../../store/models/read-models';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { openRegistry, stepRequest } from './registry';

export type TestModel = Pick<ModelRequest, 'source' | 'uri'> & Partial<ModelRequest>;

/** Options of a published file. */
export interface Publishing {
  /** @default `model.safetensors` */
  readonly name?: string;
  /** Breaks each connection after this many bytes. */
  readonly cutAfter?: number;
  /** Corrupts a byte of the response. */
  readonly isCorrupt?: boolean;
}

/** A source with its server under test. */
export interface SourceHarness {
  readonly options: Partial<SourceOptions>;
  /** Publishes a content, replacing an earlier one. @returns the request of a step for it */
  publish(content: Buffer, how?: Publishing): TestModel | Promise<TestModel>;
  /** A request for a content that does not exist. */
  readonly unknown: TestModel;
  /** A request for the published content without permission, and the expected error. */
  readonly refused: {
    readonly model: (published: TestModel) => TestModel;
    readonly kind: ActionError['kind'];
  };
  close(): Promise<void>;
}

export interface SourceSuiteOptions {
  /** @param folder that a local source is allowed to read */
  start(folder: string): Promise<SourceHarness>;
  /** Whether a connection can break. */
  readonly isRemote: boolean;
}

const NAMES = ['../../escape', '..', 'a/../../b', '/etc/passwd', 'C:\\windows', 'new\nline', '\u202egnp.exe'];
const BYTES = 400_000;

/** Reads the first bytes from an offset. */
async function readFrom(file: PlannedFile | undefined, from: ResumePoint, most: number) {
  const opened = await file?.open(from, new AbortController().signal);
  if (opened?.kind !== 'content') throw new Error('The source has no content.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of opened.chunks) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= most) break;
  }
  return { ...opened, bytes: Buffer.concat(chunks).subarray(0, most) };
}

/** The test suite of all sources of models. */
export function sourceSuite(name: string, { start, isRemote }: SourceSuiteOptions): void {
  describe(`${name} as a source of models`, () => {
    let database: TestDatabase;
    let root: string;
    let folder: string;
    let source: SourceHarness;
    const content = randomBytes(BYTES);
    const sha256 = createHash('sha256').update(content).digest('hex');

    beforeAll(async () => {
      database = await createTestDatabase();
      root = await mkdtemp(join(tmpdir(), 'pipewright-source-'));
      // Deep enough for names with `..`.
      folder = join(root, 'a', 'b');
      await mkdir(join(folder, 'allowed'), { recursive: true });
      source = await start(join(folder, 'allowed'));
    });
    afterAll(async () => {
      await source.close();
      await database.close();
      await rm(root, { recursive: true, force: true });
    });
    beforeEach(async () => {
      await database.sql`truncate models, model_files`;
      await rm(join(folder, 'models'), { recursive: true, force: true });
    });

    const open = (freeBytes?: () => Promise<number>) =>
      openRegistry({ database, folder, sources: source.options, ...(freeBytes && { freeBytes }) });
    const statuses = async () => (await listModels(database.sql)).map(({ status }) => status);
    const filesBelow = async (path: string) => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    };
    const failing = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: unknown) => error as ActionError,
      );

    it('gives a model with its size and checksum, and the same one without a second download', async () => {
      const { registry, store } = open();
      const asked = await source.publish(content);
      const model = await registry.add(stepRequest(asked));
      expect(model).toMatchObject({ sizeBytes: BYTES, sha256 });
      expect(await filesBelow(join(folder, 'models'))).toEqual([store.pathOf(sha256)]);
      expect(await registry.add(stepRequest(asked))).toEqual(model);
      expect(await statuses()).toEqual(['available']);
    });

    it('gives another model where it has another content by now', async () => {
      const { registry } = open();
      const first = await registry.add(stepRequest(await source.publish(content)));
      const second = await registry.add(stepRequest(await source.publish(randomBytes(BYTES))));
      expect(second.id).not.toBe(first.id);
      expect(second.sha256).not.toBe(first.sha256);
    });

    it('continues from any byte', async () => {
      const asked = stepRequest(await source.publish(content));
      const [file] = (await open().sources[asked.source].plan(asked)).files;
      const first = await readFrom(file, { offset: 0, version: undefined }, 123_457);
      const rest = await readFrom(file, { offset: 123_457, version: first.version }, BYTES);
      expect(rest).toMatchObject({ offset: 123_457, size: BYTES });
      expect(Buffer.concat([first.bytes, rest.bytes]).equals(content)).toBe(true);
    });

    const itIfRemote = isRemote ? it : undefined;
    itIfRemote?.('is resumed where the connection broke', async () => {
      const asked = stepRequest(await source.publish(content, { cutAfter: 150_000 }));
      expect((await open().registry.add(asked)).sha256).toBe(sha256);
      expect(asked.lines.filter((line) => /Resumed at byte \d+\./.test(line)).length).toBeGreaterThan(1);
    });

    it('is refused where the bytes differ from the checksum, and nothing stays', async () => {
      const asked = await source.publish(content, { isCorrupt: true });
      const failure = await failing(open().registry.add(stepRequest(asked)));
      expect(failure).toMatchObject({ kind: 'rejected', code: 'checksum_mismatch' });
      expect(await statuses()).toEqual(['error']);
      expect(await filesBelow(join(folder, 'models'))).toEqual([]);
    });

    it('says that it does not have what it does not have', async () => {
      await source.publish(content);
      const failure = await failing(open().registry.add(stepRequest(source.unknown)));
      expect(failure).toMatchObject({ kind: 'invalid_params', path: 'params.model_uri' });
      expect(await statuses()).not.toContain('available');
    });

    it('says what to do where access is refused', async () => {
      const { model, kind } = source.refused;
      const asked = model(await source.publish(content));
      const failure = await failing(open().registry.add(stepRequest(asked)));
      expect(failure).toMatchObject({ kind });
      expect(failure?.message).toMatch(/token|MODELS_LOCAL_DIRS/);
      expect(await statuses()).not.toContain('available');
    });

    it.each(NAMES)('never makes a path of the name %j', async (hostile) => {
      const { registry, store } = open();
      const asked = await Promise.resolve(source.publish(content, { name: hostile })).catch(() => undefined);
      // The file system itself refuses such a name.
      if (!asked) return;
      const failure = await failing(registry.add(stepRequest(asked)));
      const found = await filesBelow(join(folder, 'models'));
      expect(found).toEqual(failure ? [] : [store.pathOf(sha256)]);
      if (failure) expect(['rejected', 'invalid_params']).toContain(failure.kind);
      const labels = await database.sql<{ path: string }[]>`select path from model_files`;
      for (const { path } of labels) expect(path).not.toMatch(/[\\\n\u202e]|(^|\/)\.\.?(\/|$)|^\//);
    });

    it.each([
      ['cancelled', 'A person cancelled the run.'],
      ['timeout', 'Add model took longer than 1 s.'],
    ] as const)('stops as %s, lists no half model, and is whole after another attempt', async (kind, why) => {
      const stop = new AbortController();
      const asked = await source.publish(content);
      // Free space is checked immediately before the first byte.
      const stopping = open(async () => {
        stop.abort(new ActionError(kind, why));
        return Number.MAX_SAFE_INTEGER;
      });
      const failure = await failing(stopping.registry.add(stepRequest({ ...asked, signal: stop.signal })));
      expect(failure).toMatchObject({ kind, message: why });
      expect(await statuses()).toEqual(['error']);
      expect((await open().registry.add(stepRequest(asked))).sha256).toBe(sha256);
    });
  });
}
