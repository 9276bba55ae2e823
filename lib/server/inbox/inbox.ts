import type { Sql } from 'postgres';
import type { Inbox } from '@/engine/ports';
import { newId } from '../ids';
import { insertNotice } from '../store/notices';

/** The inbox of an installation. */
export function createInbox(sql: Sql): Inbox {
  return {
    async put(notice, { runId, step, iteration }) {
      await insertNotice(sql, { ...notice, runId, step, iteration, id: newId('notice') });
      return true;
    },
  };
}

/** Without a database: nothing is stored. */
export const NO_INBOX: Inbox = { put: () => Promise.resolve(false) };
