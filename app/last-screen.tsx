import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { parseScreen, SCREEN_COOKIE } from '@/components/desk/screen-cookie';
import { FirstScreenProvider } from '@/components/ui/first-screen-provider';

/** Draws a page for the screen that the browser stored with the last page of this kind. */
export async function LastScreen({ children }: { children: ReactNode }) {
  const stored = (await cookies()).get(SCREEN_COOKIE)?.value;
  return <FirstScreenProvider screen={parseScreen(stored)}>{children}</FirstScreenProvider>;
}
