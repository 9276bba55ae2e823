import '@fontsource-variable/geist';
import '@fontsource-variable/geist-mono';
import './globals.css';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { THEME_SCRIPT } from '@/components/shell/theme';
import { Providers } from './providers';

export const metadata: Metadata = {
  title: { default: 'Pipewright', template: '%s · Pipewright' },
  description: 'A visual pipeline editor for people who operate AI models.',
};

/** The document around every page. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script below sets `data-theme` before React sees the element.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own that must run before the first paint. */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
