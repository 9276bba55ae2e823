'use client';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { Diagnostic, Json, JsonObject } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { FieldProblems } from '../form/field-problems';
import { JsonField } from '../form/json-field';
import { problemsAt } from '../form/problems';
import { setPipelineField } from '../model/edits';
import { renameKey, setKey } from '../model/keys';
import { uniqueId } from '../model/step-ids';
import { useEditorStore } from '../use-editor';
import { NameInput } from './name-input';
import styles from './pipeline-inspector.module.css';
import { Section } from './section';

export interface OutputsSectionProps {
  outputs: JsonObject;
  problems: readonly Diagnostic[];
}

/** What the pipeline gives when a run has ended: names with templates. */
export function OutputsSection({ outputs, problems }: OutputsSectionProps) {
  const store = useEditorStore();
  const write = (label: string, next: JsonObject, coalesce?: string) => {
    const value = Object.keys(next).length === 0 ? undefined : next;
    store.edit(
      label,
      (document) => setPipelineField(document, 'outputs', value),
      coalesce === undefined ? {} : { coalesce },
    );
  };
  const set = (name: string, value: Json | undefined) =>
    write(`Edit output ${name}`, setKey(outputs, name, value), `outputs.${name}`);
  const refuse = (name: string, next: string) => {
    if (next === '') return 'Enter an output name.';
    return next !== name && Object.hasOwn(outputs, next) ? `The output ${next} already exists.` : undefined;
  };
  return (
    <Section title="Outputs" hint={Object.keys(outputs).length === 0 ? 'none' : undefined} field="outputs">
      {Object.entries(outputs).map(([name, value]) => (
        <div key={name} className={styles.output} data-field={`outputs.${name}`}>
          <div className={styles.nameRow}>
            <NameInput
              label={`Name of the output ${name}`}
              name={name}
              refuse={(next) => refuse(name, next)}
              onRename={(next) => write(`Rename output ${name}`, renameKey(outputs, name, next))}
            />
            <span className={styles.tools}>
              <IconButton
                icon="x"
                size="sm"
                iconSize={14}
                label={`Remove the output ${name}`}
                onClick={() => write(`Remove output ${name}`, setKey(outputs, name, undefined))}
              />
            </span>
          </div>
          {typeof value === 'string' ? (
            <ExpressionInput
              id={`output-${name}`}
              label={`Value of the output ${name}`}
              value={value}
              onChange={(text) => set(name, text)}
              mode="template"
              stepId={undefined}
              problems={problemsAt(problems, `outputs.${name}`)}
              placeholder="{{ steps… }}"
            />
          ) : (
            <JsonField
              id={`output-${name}`}
              label={`Value of the output ${name}`}
              draftKey={`#outputs.${name}`}
              value={value}
              onChange={(next) => set(name, next)}
            />
          )}
          <FieldProblems id={`output-${name}-problems`} problems={problemsAt(problems, `outputs.${name}`)} />
        </div>
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon="plus"
        onClick={() =>
          write('Add output', { ...outputs, [uniqueId('output', new Set(Object.keys(outputs)))]: '' })
        }
      >
        Add output
      </Button>
    </Section>
  );
}
