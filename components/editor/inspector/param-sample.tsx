'use client';

import { useState } from 'react';
import { ParamControl } from '@/components/params/param-control';
import { draftOf, readDrafts } from '@/components/params/param-drafts';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import type { ParamDeclaration } from '@/engine';
import { type ParamSource, paramSample, shortExample } from '../model/samples';
import { setTypedSample } from '../model/typed-samples';
import { useObservable, useSession } from '../use-editor';

export interface ParamSampleProps {
  name: string;
  declaration: ParamDeclaration;
}

const KEPT = 'Used in completion and previews. Kept in this browser, not in the pipeline.';

/** The example of a param: typed here, otherwise the value of the last run or the default. */
export function ParamSample({ name, declaration }: ParamSampleProps) {
  const session = useSession();
  const samples = useObservable(session.samples, (all) => all);
  const sample = paramSample(name, samples, { params: { [name]: declaration } });
  const isTyped = sample?.source === 'typed';
  const [draft, setDraft] = useState<{ text: string; error: string | undefined }>();
  const type = (text: string) => {
    const read = readSample(name, declaration, text);
    setDraft({ text, error: read.error });
    if (read.error === undefined) setTypedSample(session, name, read.value);
  };
  const clear = () => {
    setDraft(undefined);
    setTypedSample(session, name, undefined);
  };
  const written = isTyped ? draftOf(sample.value, declaration) : '';
  return (
    <Field
      label={`Sample of ${name}`}
      hint={sample === undefined || isTyped ? KEPT : `${sourceText(sample)} ${KEPT}`}
      error={draft?.error}
      end={
        isTyped && (
          <Button size="sm" onClick={clear}>
            Remove sample
          </Button>
        )
      }
    >
      {(control) => (
        <ParamControl
          declaration={declaration}
          text={draft?.text ?? written}
          onText={type}
          control={control}
        />
      )}
    </Field>
  );
}

/** A typed sample as a value; an empty one is no sample. */
function readSample(name: string, declaration: ParamDeclaration, text: string) {
  if (text.trim() === '') return { value: undefined, error: undefined };
  const { default: _, ...plain } = declaration;
  const read = readDrafts({ [name]: { ...plain, required: false } }, { [name]: text });
  if (read.ok) return { value: read.params[name], error: undefined };
  return { value: undefined, error: read.problems.fields[name] ?? read.problems.others[0]?.message };
}

function sourceText({ value, source }: { value: Parameters<typeof shortExample>[0]; source: ParamSource }) {
  const from = source === 'run' ? 'From the last run' : 'From the default';
  const text = shortExample(value);
  return text === undefined ? `${from}.` : `${from}: ${text}.`;
}
