'use client';

import { createContext, type ReactNode, use } from 'react';
import { COMMON_SCREEN, type FirstScreen } from './first-screen';

const FirstScreenContext = createContext(COMMON_SCREEN);

export interface FirstScreenProviderProps {
  screen: FirstScreen;
  children: ReactNode;
}

/** Draws a page for the screen of the last visit. */
export function FirstScreenProvider({ screen, children }: FirstScreenProviderProps) {
  return <FirstScreenContext value={screen}>{children}</FirstScreenContext>;
}

/** The screen that the server and the first render of the browser draw for. */
export function useFirstScreen(): FirstScreen {
  return use(FirstScreenContext);
}
