'use client';

import { type TextareaHTMLAttributes, useId, useRef } from 'react';
import { Textarea } from '@/components/ui/textarea';
import { showPlace } from './show-place';
import type { TextProblem } from './text-problem';
import { TextProblemNotice } from './text-problem-notice';

export interface JsonTextFieldProps
  extends Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'placeholder' | 'onDragOver' | 'onDrop'> {
  /** Accessible name: `Pipeline as JSON`. */
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Why the text was not taken. */
  problem: TextProblem | undefined;
  /** Ctrl+Enter, or ⌘ Enter. */
  onSubmit: () => void;
}

/** A field for pasted JSON. Below it a problem, which shows its place in the text. */
export function JsonTextField({ label, text, onTextChange, problem, onSubmit, ...rest }: JsonTextFieldProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Textarea
        {...rest}
        ref={box}
        mono
        rows={14}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        aria-label={label}
        aria-describedby={problem ? id : undefined}
        invalid={problem !== undefined}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
        }}
      />
      {problem && (
        <TextProblemNotice
          id={id}
          text={text}
          problem={problem}
          onShow={(place) => showPlace(box.current, place)}
        />
      )}
    </>
  );
}
