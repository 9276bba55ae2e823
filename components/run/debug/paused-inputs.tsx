'use client';

import type { KeyboardEvent } from 'react';
import type { OpenPause } from '@/components/run-state/pauses';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { Spinner } from '@/components/ui/spinner';
import type { JsonObject } from '@/engine';
import { Section } from '../inspector/section';
import type { UnitSelection } from '../inspector/selection';
import { EditedList } from './edited-list';
import { InputFields } from './input-fields-form';
import { JsonInputs } from './json-inputs';
import { type PauseDesk, usePauses } from './pause-context';
import { asFields, asJsonText, firstProblem, NO_EDITS, type PauseDraft, readPauseDraft } from './pause-draft';
import styles from './paused-inputs.module.css';
import { usePauseInputs } from './use-pause-inputs';

export interface PausedInputsProps {
  selected: UnitSelection;
  pause: OpenPause;
}

/** The resolved inputs of a paused unit, which a person may edit for this run only. */
export function PausedInputs({ selected, pause }: PausedInputsProps) {
  const pauses = usePauses();
  const { inputs, problem } = usePauseInputs(pause.pause.inputs);
  if (pauses === undefined) return null;
  if (inputs !== undefined)
    return <InputsForm pauses={pauses} pause={pause} inputs={inputs} selected={selected} />;
  return (
    <Section id="run-inputs" title="Resolved inputs">
      {problem === undefined ? <Spinner label="Loading the inputs" /> : <p role="alert">{problem}</p>}
    </Section>
  );
}

interface InputsFormProps extends PausedInputsProps {
  pauses: PauseDesk;
  inputs: JsonObject;
}

function InputsForm({ pauses, pause, inputs, selected }: InputsFormProps) {
  const { templates, descriptor } = selected;
  const { draft } = pauses.typedOf(pause);
  const read = readPauseDraft(inputs, descriptor, draft);
  const hasProblem = firstProblem(read) !== undefined;
  const isOff = !pauses.mayAnswer;

  function change(next: PauseDraft) {
    const result = readPauseDraft(inputs, descriptor, next);
    pauses.type(pause, { draft: next, edited: result.edited, problem: firstProblem(result) });
  }

  return (
    <Section
      id="run-inputs"
      title="Resolved inputs"
      end={
        <>
          <Segmented<Form>
            label="Show inputs as"
            value={draft.json === undefined ? 'form' : 'json'}
            onValueChange={(form) => change(form === 'json' ? asJsonText(read) : asFields(read))}
            segments={[
              { value: 'form', label: 'Form', disabled: hasProblem },
              { value: 'json', label: 'JSON', disabled: hasProblem },
            ]}
          />
          <Button
            size="sm"
            variant="quiet"
            disabled={read.edited === undefined && !hasProblem}
            onClick={() => change(NO_EDITS)}
          >
            Reset
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is one of the fields inside. */}
      <div className={styles.inputs} onKeyDown={(event) => continueByKey(event, pauses)}>
        {draft.json === undefined ? (
          <InputFields
            read={read}
            texts={draft.texts}
            templates={templates}
            disabled={isOff}
            onText={(label, text) => change({ ...draft, texts: { ...draft.texts, [label]: text } })}
          />
        ) : (
          <JsonInputs
            text={draft.json}
            problem={read.problems['']}
            disabled={isOff}
            onChange={(json) => change({ ...draft, json })}
          />
        )}
        <EditedList changes={read.changes} />
        <p className={styles.hint}>Ctrl+Enter continues with these inputs.</p>
      </div>
    </Section>
  );
}

type Form = 'form' | 'json';

/** Ctrl+Enter in a field continues, in place of starting another run. */
function continueByKey(event: KeyboardEvent, pauses: PauseDesk): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  pauses.proceed('continue');
}
