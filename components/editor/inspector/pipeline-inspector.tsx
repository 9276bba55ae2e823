'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { type Json, type JsonObject, type PipelineSettings, UNTITLED } from '@/engine';
import { FieldProblems } from '../form/field-problems';
import { FormScopeProvider } from '../form/form-context';
import { ParamsForm } from '../form/params-form';
import { problemsAt } from '../form/problems';
import { setDeclaredParam, setPipelineField } from '../model/edits';
import { setKey } from '../model/keys';
import { useEditor, useEditorStore, useStepProblems } from '../use-editor';
import { SETTINGS_FORM } from './declaration-schema';
import { newParamName } from './declared-names';
import { DeclaredParam } from './declared-param';
import { focusField } from './focus-field';
import styles from './inspector.module.css';
import { OutputsSection } from './outputs-section';
import { Section } from './section';

const NO_OUTPUTS: JsonObject = {};
const NO_NAMES: readonly string[] = [];

/** The pipeline itself: name, what a run is given, what it gives, how it runs. */
export function PipelineInspector() {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const problems = useStepProblems('');
  const scope = useMemo(
    () => ({ stepId: undefined, names: NO_NAMES, expressions: false, problems }),
    [problems],
  );
  const declared = Object.entries(document.params ?? {});
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
            <div key={name}>
              <DeclaredParam name={name} declaration={declaration} />
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
