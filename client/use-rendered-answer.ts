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
    if (answer !== undefined) {
      queries.setQueryData(queryKey, answer, { updatedAt: Date.parse(renderedAt) });
    }
    return queryKey;
  });
}
