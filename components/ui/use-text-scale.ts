'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useFirstScreen } from './first-screen-provider';

/** Text size of a browser in which nobody changed it, in px. */
const USUAL = 16;

/** The last measured scale: measuring makes the browser compute styles. */
let scale: number | undefined;

/**
 * How many times larger than usual the text of the browser is: 2 at 200 %. It multiplies sizes that scripts need to know,
 * such as the height of a row in a long list.
 */
export function useTextScale(): number {
  const first = useFirstScreen();
  return useSyncExternalStore(subscribe, textScale, () => first.textScale);
}

/** Makes a list that renders only its visible rows compute their places again when the size of a row changes. */
export function useRowSize(list: { measure: () => void }, size: number): void {
  const known = useRef(size);
  // The places that the list keeps.
  useEffect(() => {
    if (known.current === size) return;
    known.current = size;
    list.measure();
  }, [list, size]);
}

/** The scale at this instant. */
export function textScale(): number {
  scale ??= measured();
  return scale;
}

/** People change the size on a page of settings: it is read again when they come back. */
function subscribe(listener: () => void): () => void {
  const update = () => {
    scale = measured();
    listener();
  };
  scale = measured();
  document.addEventListener('visibilitychange', update);
  window.addEventListener('resize', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    window.removeEventListener('resize', update);
  };
}

/** 1 where nothing is laid out. */
function measured(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / USUAL : 1;
}
