'use client';

import { createContext, use } from 'react';
import { COMMON_SCREEN, type FirstScreen } from './first-screen';

/** Set by pages that the server draws for the screen of the last visit. */
export const FirstScreenContext = createContext(COMMON_SCREEN);

/** The screen that the server and the first render of the browser draw for. */
export function useFirstScreen(): FirstScreen {
  return use(FirstScreenContext);
}
