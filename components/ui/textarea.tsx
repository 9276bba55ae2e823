import type { Ref, TextareaHTMLAttributes } from 'react';
import { clsx } from './clsx';
import styles from './textarea.module.css';

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  invalid?: boolean;
  /** Monospaced, for JSON and expressions. */
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Text of several lines. */
export function Textarea({ invalid, mono, className, ...rest }: TextareaProps) {
  return (
    <textarea
      aria-invalid={invalid || undefined}
      {...rest}
      className={clsx(styles.textarea, mono && styles.mono, invalid && styles.invalid, className)}
    />
  );
}
