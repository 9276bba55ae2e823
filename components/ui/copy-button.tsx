'use client';

import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

export interface CopyButtonProps {
  /** The copied text. */
  text: string;
  /** Accessible name: `Copy run id`. */
  label: string;
  size?: 'md' | 'sm';
}

/** How long the tick is shown, in ms. */
const TICK_MS = 1600;

/** Copies a text and shows a tick. */
export function CopyButton({ text, label, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  // A browser timer hides the tick.
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without permission no tick appears, and the text can still be selected by hand.
      setCopied(false);
    }
  }

  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Copied' : label}
      size={size}
      iconSize={14}
      onClick={() => void copy()}
    />
  );
}
