'use client';

import { createContext, use } from 'react';

/** Names of the clusters of this installation. The page provides them. */
export const ClusterNamesContext = createContext<readonly string[]>([]);

/** The clusters that fields offer by name. */
export function useClusterNames(): readonly string[] {
  return use(ClusterNamesContext);
}
