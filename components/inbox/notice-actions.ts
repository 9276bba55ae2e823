import type { Answer } from '@/lib/contracts/errors';

/** Server actions of the inbox, handed down as props. */
export interface NoticeActions {
  readonly markNotice: (id: string, read: boolean) => Promise<Answer<{ marked: number }>>;
  /** Marks a notice and all older ones as read. */
  readonly markNotices: (upTo: string) => Promise<Answer<{ marked: number }>>;
}
