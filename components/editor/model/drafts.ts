/** A key and text store that survives a reload: `localStorage` in the browser. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  key(index: number): string | null;
  readonly length: number;
}

/** Unacknowledged edits, stored on this device. */
export interface Draft {
  readonly text: string;
  /** The revision of the server's draft that the text was edited from. */
  readonly baseRevision: number;
  /** The text of that revision; drafts of earlier releases do not have it. */
  readonly base?: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Stores the unsaved text of one pipeline on this device until the server has acknowledged it. */
export interface DraftStore {
  read(): Promise<Draft | undefined>;
  /** Resolves to false when the storage of this device is full. */
  write(draft: Draft): Promise<boolean>;
  clear(): Promise<void>;
}

/** The draft store of one page. Several tabs with a pipeline each clear only their own draft. */
export interface PageDraftStore extends DraftStore {
  /** Stores the draft before the page is closed. Returns false when it would be lost. */
  writeNow(draft: Draft): boolean;
}

/**
 * Drafts longer than this, in characters, go to `large`; browsers limit `localStorage` to about five million
 * characters.
 */
const LARGE = 500_000;

/**
 * Drafts of one pipeline, small ones in `small`, others in `large` when there is one.
 * @param tab tells the drafts of several tabs apart
 */
export function createDraftStore(
  pipelineId: string,
  small: DraftStorage | undefined,
  large: DraftStore | undefined,
  tab: string = crypto.randomUUID(),
): PageDraftStore {
  const key = `pipewright.draft.${pipelineId}`;
  const mark = `{"tab":${JSON.stringify(tab)},`;
  /** The stored text of an earlier visit that this page has restored. */
  let adopted: string | undefined;
  const writeNow = (draft: Draft): boolean => {
    const length = draft.text.length + (draft.base?.length ?? 0);
    return small !== undefined && length <= LARGE && tryToSet(small, key, JSON.stringify({ tab, ...draft }));
  };
  const clearSmall = () => {
    const text = small?.getItem(key);
    if (text?.startsWith(mark) || text === adopted) small?.removeItem(key);
  };
  return {
    async read() {
      const text = small?.getItem(key);
      const draft = text ? parseDraft(text) : undefined;
      if (draft === undefined) return large?.read();
      adopted = text ?? undefined;
      return draft;
    },
    writeNow,
    async write(draft) {
      if (writeNow(draft)) {
        await large?.clear();
        return true;
      }
      clearSmall();
      return (await large?.write(draft)) ?? false;
    },
    async clear() {
      clearSmall();
      await large?.clear();
    },
  };
}

function tryToSet(storage: DraftStorage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    // The browser's quota is exceeded or storage is disabled; the caller tries the larger store.
    return false;
  }
}

/** Parses a stored draft; undefined when it is invalid, for example of an older format. */
export function parseDraft(text: string): Draft | undefined {
  try {
    return readDraft(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Reads a stored draft; undefined when it is invalid. Earlier releases call the base `baseVersion`; each of their
 * versions is the revision of the same number.
 */
export function readDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, base, at, baseRevision, baseVersion }: Partial<Record<keyof Draft | 'baseVersion', unknown>> =
    value;
  const revision = baseRevision ?? baseVersion;
  if (typeof text !== 'string' || typeof revision !== 'number' || typeof at !== 'string') return undefined;
  return { text, baseRevision: revision, at, ...(typeof base === 'string' ? { base } : {}) };
}
