import './fonts/geist.css';
import './globals.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { FIRST_MINUTES_SCRIPT } from '@/components/pipelines/first-minutes-mark';
import { EARLY_CLICKS_SCRIPT } from '@/components/shell/early-clicks';
import { OpenAccessFrame } from '@/components/shell/open-access-frame';
import { TITLE_TEMPLATE } from '@/components/shell/page-title';
import { THEME_SCRIPT } from '@/components/shell/theme';
import { Providers } from './providers';
import { getApp, getNonce } from './server';

export const metadata: Metadata = {
  title: { default: 'Pipewright', template: TITLE_TEMPLATE },
  description: 'A visual pipeline editor with durable runs.',
};

/** The document around every page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { isReachable } = await getApp();
  return (
    // The script below sets attributes before React sees the element.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script
          // Browsers hide the nonce of an element once they have read it.
          suppressHydrationWarning
          nonce={await getNonce()}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own that must run before the first paint.
          dangerouslySetInnerHTML={{
            __html: `${THEME_SCRIPT};${FIRST_MINUTES_SCRIPT};${EARLY_CLICKS_SCRIPT}`,
          }}
        />
      </head>
      <body>
        <Providers>{isReachable ? <OpenAccessFrame>{children}</OpenAccessFrame> : children}</Providers>
      </body>
    </html>
  );
}
