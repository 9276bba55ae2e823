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

/**
 * Drafts longer than this, in characters, go to `large`; browsers limit `localStorage` to about five million
 * characters.
 */
const LARGE = 500_000;

/** Drafts of one pipeline, small ones in `small`, others in `large` when there is one. */
export function createDraftStore(
  pipelineId: string,
  small: DraftStorage | undefined,
  large: DraftStore | undefined,
): DraftStore {
  const key = `pipewright.draft.${pipelineId}`;
  return {
    async read() {
      const text = small?.getItem(key);
      return (text ? parseDraft(text) : undefined) ?? (await large?.read());
    },
    async write(draft) {
      if (draft.text.length <= LARGE && small !== undefined && tryToSet(small, key, JSON.stringify(draft))) {
        await large?.clear();
        return true;
      }
      small?.removeItem(key);
      return (await large?.write(draft)) ?? false;
    },
    async clear() {
      small?.removeItem(key);
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
  const { text, at, baseRevision, baseVersion }: Partial<Record<keyof Draft | 'baseVersion', unknown>> =
    value;
  const base = baseRevision ?? baseVersion;
  if (typeof text !== 'string' || typeof base !== 'number' || typeof at !== 'string') return undefined;
  return { text, baseRevision: base, at };
}
