'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BarProvider } from '@/components/shell/command-bar/bar-context';
import { CommandBar } from '@/components/shell/command-bar/command-bar';
import { repeatEarlyClicks } from '@/components/shell/early-clicks';
import { readEarlyInput } from '@/components/shell/early-input';
import { ToastProvider } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';

/** How long reads are fresh, in ms; live pages receive changes as events. */
const FRESH_MS = 10_000;

/** Providers of every page: query cache, tooltips, toasts, command bar. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1 } } }),
  );
  useEffect(() => {
    const repeatEarlyInput = readEarlyInput();
    const timer = setTimeout(() => {
      repeatEarlyInput();
      repeatEarlyClicks();
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ToastProvider>
          <BarProvider>
            {children}
            <CommandBar />
          </BarProvider>
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
