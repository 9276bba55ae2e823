import { useEffect } from 'react';

const PROPERTY = '--toast-inset';

/** Keeps messages above what covers the lower part of the page. @param px its height there; 0 for none */
export function useToastInset(px: number): void {
  // The stylesheet of the messages, which are outside the page's content.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(PROPERTY, `${px}px`);
    return () => {
      style.removeProperty(PROPERTY);
    };
  }, [px]);
}
