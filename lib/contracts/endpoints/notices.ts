import { defineEndpoint } from '../endpoint';
import * as contract from '../notices';

/** Operations on the inbox. */
export const noticeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/v1/notices',
    summary: 'Lists the notices in the inbox, newest first.',
    input: contract.listNoticesInput,
    answer: contract.noticePageSchema,
    errors: ['invalid'],
  }),
  unread: defineEndpoint({
    method: 'GET',
    path: '/api/v1/notices/unread',
    summary: `Counts the unread notices, up to ${contract.MAX_UNREAD}.`,
    answer: contract.unreadSchema,
  }),
  mark: defineEndpoint({
    method: 'POST',
    path: '/api/v1/notices/:id/read',
    summary: 'Marks a notice as read or unread.',
    input: contract.markNoticeInput,
    body: { bytes: 1024, levels: 2 },
    answer: contract.markedSchema,
    errors: ['invalid', 'not_found'],
  }),
  markAll: defineEndpoint({
    method: 'POST',
    path: '/api/v1/notices/read',
    summary: 'Marks a notice and all older ones as read.',
    input: contract.markNoticesInput,
    body: { bytes: 1024, levels: 2 },
    answer: contract.markedSchema,
    errors: ['invalid'],
  }),
};
