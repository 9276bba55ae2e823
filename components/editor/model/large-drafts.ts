import { type DraftStore, readDraft } from './drafts';

const DATABASE = 'pipewright';
const TABLE = 'drafts';

/** Drafts of one pipeline in IndexedDB, for documents too large for `localStorage`. */
export function createLargeDraftStore(pipelineId: string, factory: IDBFactory): DraftStore {
  const use = <T>(
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> =>
    open(factory)
      .then((database) =>
        finish(work(database.transaction(TABLE, mode).objectStore(TABLE))).finally(() => database.close()),
      )
      // A private window may refuse storage. The page still warns before it is closed.
      .catch(() => undefined);
  return {
    read: async () => readDraft(await use<unknown>('readonly', (table) => table.get(pipelineId))),
    write: async (draft) => (await use('readwrite', (table) => table.put(draft, pipelineId))) !== undefined,
    clear: async () => {
      await use('readwrite', (table) => table.delete(pipelineId));
    },
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return finish(request);
}

function finish<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
