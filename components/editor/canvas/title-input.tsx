import { useEffect, useRef } from 'react';
import { clsx } from '@/components/ui/clsx';

export interface TitleInputProps {
  /** Accessible name. */
  label: string;
  title: string;
  className?: string | undefined;
  /** The new title without spaces around it; undefined keeps the old one. */
  onDone: (title: string | undefined) => void;
}

/** A title on the canvas while it is edited. Enter and leaving the field apply it, Esc discards it. */
export function TitleInput({ label, title, className, onDone }: TitleInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  // Focus of the page: typing continues in the opened field.
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const finish = (keep: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const text = input.current?.value.trim();
    onDone(keep && text !== title ? text : undefined);
  };
  return (
    <input
      ref={input}
      className={clsx(className, 'nodrag nopan')}
      aria-label={label}
      defaultValue={title}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
      }}
    />
  );
}
