import { cookies } from 'next/headers';
import { parseScreen, SCREEN_COOKIE } from '@/components/desk/screen-cookie';
import type { FirstScreen } from '@/components/ui/first-screen';

/** The screen as the browser stored it with the last page of this kind. */
export async function lastScreen(): Promise<FirstScreen> {
  return parseScreen((await cookies()).get(SCREEN_COOKIE)?.value);
}
