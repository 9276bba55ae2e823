'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { type Diagnostic, type Json, type JsonObject, type PipelineSettings, UNTITLED } from '@/engine';
import { ExpressionInput } from '../expression-input/expression-input';
import { FieldProblems, problemsAt } from '../form/field-problems';
import { FormScopeProvider } from '../form/form-context';
import { JsonField } from '../form/json-field';
import { ParamsForm } from '../form/params-form';
import { setDeclaredParam, setPipelineField } from '../model/edits';
import { renameKey, setKey } from '../model/keys';
import { uniqueId } from '../model/step-ids';
import { useEditor, useEditorStore, useStepProblems } from '../use-editor';
import { SETTINGS_FORM } from './declaration-schema';
import { DeclaredParam } from './declared-param';
import { focusField } from './focus-field';
import styles from './inspector.module.css';
import { NameInput, newParamName } from './name-input';
import outputsSectionStyles from './pipeline-inspector.module.css';
import { Section } from './section';
import { useNameKeys } from './use-name-keys';
import { WorstCaseSection } from './worst-case-section';

const NO_OUTPUTS: JsonObject = {};
const NO_NAMES: readonly string[] = [];

/** The pipeline: name, params, outputs, settings. */
export function PipelineInspector() {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const problems = useStepProblems('');
  const scope = useMemo(
    () => ({ stepId: undefined, names: NO_NAMES, expressions: false, problems }),
    [problems],
  );
  const declared = Object.entries(document.params ?? {});
  const keys = useNameKeys(declared.map(([name]) => name));
  const set = (key: string, value: Json | undefined) => {
    store.edit(`Edit ${key} of the pipeline`, (current) => setPipelineField(current, key, value), {
      coalesce: `#${key}`,
    });
  };
  const setSetting = (key: string, value: Json | undefined, at: string) => {
    store.edit(
      `Edit ${key}`,
      (current) => {
        const next = setKey<PipelineSettings>(current.settings ?? {}, key, value);
        return setPipelineField(current, 'settings', Object.keys(next).length === 0 ? undefined : next);
      },
      { coalesce: `#${at}` },
    );
  };
  const declare = () => {
    const name = newParamName(store.getState().document);
    store.edit(`Declare ${name}`, (current) => setDeclaredParam(current, name, { type: 'string' }));
    focusField(undefined, `params.${name}`);
  };
  return (
    <FormScopeProvider scope={scope}>
      <div className={styles.body}>
        <h2 className={styles.heading}>Pipeline</h2>
        <div data-field="name">
          <Field label="Name">
            {({ id }) => (
              <Input
                id={id}
                value={document.name ?? ''}
                placeholder={UNTITLED}
                onChange={(event) => set('name', event.target.value)}
              />
            )}
          </Field>
          <FieldProblems id="pipeline-name-problems" problems={problemsAt(problems, 'name')} />
        </div>
        <div className={styles.after} data-field="description">
          <Field label="Description">
            {({ id }) => (
              <Textarea
                id={id}
                rows={3}
                value={document.description ?? ''}
                placeholder="Purpose of this pipeline"
                onChange={(event) => set('description', event.target.value || undefined)}
              />
            )}
          </Field>
        </div>
        <Section title="Run parameters" hint={declared.length === 0 ? 'none' : undefined} field="params">
          {declared.map(([name, declaration]) => (
            <div key={keys.of(name)}>
              <DeclaredParam
                name={name}
                declaration={declaration}
                onRename={(next) => keys.move(name, next)}
              />
              <FieldProblems
                id={`param-${name}-problems`}
                problems={problemsAt(problems, `params.${name}`, declarationFields(name))}
              />
            </div>
          ))}
          <Button size="sm" variant="quiet" icon="plus" onClick={declare}>
            Add parameter
          </Button>
        </Section>
        <OutputsSection outputs={document.outputs ?? NO_OUTPUTS} problems={problems} />
        <Section title="Settings" field="settings">
          <ParamsForm
            descriptor={SETTINGS_FORM}
            params={settingsJson(document.settings)}
            base="settings"
            onChange={setSetting}
            onReplace={(next) => set('settings', next)}
          />
        </Section>
        <WorstCaseSection />
      </div>
    </FormScopeProvider>
  );
}

/** Fields of a declaration that show their own problems. */
function declarationFields(name: string): string[] {
  return ['type', 'required', 'default', 'description', 'enum'].map((field) => `params.${name}.${field}`);
}

/** Settings are JSON with known keys; unknown ones are kept. */
function settingsJson(settings: PipelineSettings | undefined): JsonObject {
  return (settings ?? {}) as Record<string, unknown> as JsonObject;
}

interface OutputsSectionProps {
  outputs: JsonObject;
  problems: readonly Diagnostic[];
}

/** The outputs of the pipeline: names with templates. */
function OutputsSection({ outputs, problems }: OutputsSectionProps) {
  const store = useEditorStore();
  const keys = useNameKeys(Object.keys(outputs));
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
        <div key={keys.of(name)} className={outputsSectionStyles.output} data-field={`outputs.${name}`}>
          <div className={outputsSectionStyles.nameRow}>
            <NameInput
              label={`Name of the output ${name}`}
              name={name}
              refuse={(next) => refuse(name, next)}
              onRename={(next) => {
                keys.move(name, next);
                write(`Rename output ${name}`, renameKey(outputs, name, next));
              }}
            />
            <span className={outputsSectionStyles.tools}>
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
