'use client';

import { useState } from 'react';
import { parseJsonText } from '@/components/pipeline-text/json-text';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { isJsonObject, type JsonObject } from '@/engine';
import styles from './rerun.module.css';

export interface EditedInputsProps {
  step: string;
  /** Its parameters as the definition has them. */
  written: JsonObject;
  /** Those that replace them; undefined when nothing was edited. */
  edited: JsonObject | undefined;
  onChange: (edited: JsonObject | undefined) => void;
}

/** The parameters of one step, which a person may change for the re-run alone. */
export function EditedInputs({ step, written, edited, onChange }: EditedInputsProps) {
  const [text, setText] = useState(() => JSON.stringify({ ...written, ...edited }, null, 2));
  const [problem, setProblem] = useState<string>();

  function read(next: string) {
    setText(next);
    const parsed = parseJsonText(next);
    if (!parsed.ok || !isJsonObject(parsed.value)) {
      setProblem('This is not a JSON object. The re-run keeps the last valid inputs.');
      return;
    }
    setProblem(undefined);
    onChange(changed(written, parsed.value));
  }

  return (
    <Field
      label={`Parameters of ${step} as JSON`}
      hint="Changes apply to this re-run only."
      error={problem}
      end={
        edited && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setText(JSON.stringify(written, null, 2));
              setProblem(undefined);
              onChange(undefined);
            }}
          >
            Reset
          </Button>
        )
      }
    >
      {(control) => (
        <Textarea
          {...control}
          mono
          rows={5}
          spellCheck={false}
          className={styles.json}
          value={text}
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The parameters that differ; undefined without any. */
function changed(written: JsonObject, next: JsonObject): JsonObject | undefined {
  const entries = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(written[name]),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
