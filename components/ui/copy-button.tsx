'use client';

import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

export interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  /** What it is: `Copy run id`. */
  label: string;
  size?: 'md' | 'sm';
}

/** How long the tick stays, in milliseconds. */
const TICK_MS = 1600;

/** Copies a text and says so. */
export function CopyButton({ text, label, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  // The tick goes away by a browser timer.
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
      // Without permission the text can still be selected by hand; the missing tick tells.
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
