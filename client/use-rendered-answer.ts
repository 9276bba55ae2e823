'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Stores what the server rendered a page with, once, when the page opens. `initialData` alone keeps an older answer that is
 * still in the cache, so a page that is opened again would first show the list of the previous visit.
 *
 * @param answer undefined when the server rendered nothing for this key
 * @param renderedAt when the server read the answer: ISO 8601
 */
export function useRenderedAnswer<T>(queryKey: QueryKey, answer: T | undefined, renderedAt: string): void {
  const queries = useQueryClient();
  useState(() => {
    if (answer === undefined) return queryKey;
    const updatedAt = Date.parse(renderedAt);
    // Back and forward open a page as it was rendered before. What was read since is shown, and read again on opening, since
    // the clock of the server may be behind.
    const isOld = (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > updatedAt;
    if (isOld) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    else queries.setQueryData(queryKey, answer, { updatedAt });
    return queryKey;
  });
}
