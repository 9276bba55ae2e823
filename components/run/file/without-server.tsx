'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** Below it, nothing is read from the server, whose runs have nothing to do with the one of a file. */
export function WithoutServer({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Queries of components decide themselves when they are enabled, so defaults would not suffice. */
function createClient(): QueryClient {
  const client = new QueryClient();
  const defaults = client.defaultQueryOptions.bind(client);
  return Object.assign(client, {
    defaultQueryOptions: (options: Parameters<typeof defaults>[0]) =>
      defaults({ ...options, enabled: false }),
  });
}
