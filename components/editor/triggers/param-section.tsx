'use client';

import { useEffect } from 'react';
import { ParamControl } from '@/components/params/param-control';
import { type Declarations, draftOf } from '@/components/params/param-drafts';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { Json, ParamDeclaration } from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';
import { followFields } from '../expression-input/insert-reference';
import type { FormPartProps } from './form-parts';
import {
  isPlainText,
  type ParamDraft,
  type ParamDraftsByName,
  type ParamSource,
  sourcesOf,
} from './model/param-drafts';
import { TRIGGER_PATHS } from './model/trigger-paths';
import { type Rule, RuleChoice } from './rule-choice';
import { TemplateField } from './template-field';
import { SampleTree } from './test-event';
import styles from './trigger-dialog.module.css';
import { useSample } from './use-test-event';

export interface ParamSectionProps extends FormPartProps {
  type: TriggerType;
  declarations: Declarations;
  /** Stored params that are no longer declared. */
  undeclared: readonly string[];
  drafts: ParamDraftsByName;
  /** For a webhook: params come from the request. */
  isFromCall: boolean;
  onFromCall: (isFromCall: boolean) => void;
  onChange: (drafts: ParamDraftsByName) => void;
  /** Undefined before the trigger is added. */
  triggerId: string | undefined;
}

const CALL_RULES: readonly Rule<'call' | 'written'>[] = [
  {
    value: 'call',
    label: 'From the request',
    about:
      'Run parameters named body, headers or query receive that part of the request. Other run parameters receive the field with the same name in the JSON body.',
  },
  { value: 'written', label: 'Custom values', about: 'Values, or templates that read the trigger.' },
];

/** Params for runs of the trigger: a field for each declared param, with a value or a template. */
export function ParamSection({
  type,
  declarations,
  undeclared,
  drafts,
  isFromCall,
  onFromCall,
  onChange,
  triggerId,
  problems,
  onTouch,
}: ParamSectionProps) {
  const declared = Object.entries(declarations);
  const isWritten = type !== 'webhook' || !isFromCall;
  const sample = useSample(type === 'webhook' ? triggerId : undefined)?.sample ?? undefined;
  // The focus of the page: lines of the test event are inserted into the template that had it last.
  useEffect(() => followFields(() => {}), []);
  if (declared.length === 0) {
    return <p className={styles.hint}>This pipeline has no run parameters.</p>;
  }
  return (
    <>
      {type === 'webhook' && (
        <RuleChoice
          title="Run parameters"
          value={isFromCall ? 'call' : 'written'}
          rules={CALL_RULES}
          onChange={(rule) => onFromCall(rule === 'call')}
        />
      )}
      {isWritten && (
        <section className={styles.part} aria-label="Run parameters">
          {type !== 'webhook' && <h3 className={styles.legend}>Run parameters</h3>}
          {declared.map(([name, declaration]) => (
            <TriggerParam
              key={name}
              name={name}
              declaration={declaration}
              draft={drafts[name] ?? { source: 'default', value: '', template: '' }}
              example={TRIGGER_PATHS[type][0]?.path ?? 'now'}
              sample={sample?.value}
              error={problems[`params.${name}`]}
              onChange={(part) => {
                onTouch(`params.${name}`);
                const draft = drafts[name] ?? { source: 'default', value: '', template: '' };
                onChange({ ...drafts, [name]: { ...draft, ...part } });
              }}
            />
          ))}
          {sample && <SampleTree sample={sample} isReference />}
        </section>
      )}
      {undeclared.length > 0 && <p className={styles.hint}>{undeclaredText(undeclared)}</p>}
    </>
  );
}

interface TriggerParamProps {
  name: string;
  declaration: ParamDeclaration;
  draft: ParamDraft;
  /** A path that a template can read. */
  example: string;
  sample: Json | undefined;
  error: string | undefined;
  onChange: (part: Partial<ParamDraft>) => void;
}

const SOURCE_WORDS: Readonly<Record<ParamSource, string>> = {
  default: 'Default',
  value: 'Value',
  template: 'Template',
};

function TriggerParam(props: TriggerParamProps) {
  const { name, declaration, draft, example, sample, error, onChange } = props;
  const sources = sourcesOf(declaration);
  return (
    <Field
      label={name}
      type={declaration.type}
      required={declaration.required === true && declaration.default === undefined}
      hint={declaration.description}
      error={error}
      end={
        sources.length > 1 && (
          <Segmented<ParamSource>
            label={`Source of ${name}`}
            value={draft.source}
            onValueChange={(source) => onChange({ source })}
            segments={sources.map((value) => ({ value, label: wordOf(value, declaration) }))}
          />
        )
      }
    >
      {(control) => {
        if (draft.source === 'default') {
          return (
            <Input {...control} readOnly value={defaultWords(declaration)} className={styles.fallback} />
          );
        }
        const text = draft.source === 'template' ? 'template' : 'value';
        // Any text may have expressions in it.
        if (text === 'template' || isPlainText(declaration)) {
          return (
            <TemplateField
              control={control}
              label={name}
              placeholder={`{{${example}}}`}
              value={draft[text]}
              onChange={(next) => onChange({ [text]: next })}
              sample={sample}
            />
          );
        }
        return (
          <ParamControl
            declaration={declaration}
            text={draft.value}
            onText={(value) => onChange({ value })}
            control={control}
          />
        );
      }}
    </Field>
  );
}

function undeclaredText(names: readonly string[]): string {
  const isOne = names.length === 1;
  return `Run ${isOne ? 'parameter' : 'parameters'} no longer in the pipeline: ${names.join(', ')}. Saving removes ${isOne ? 'it' : 'them'}.`;
}

function wordOf(source: ParamSource, declaration: ParamDeclaration): string {
  return source === 'default' && declaration.default === undefined ? 'None' : SOURCE_WORDS[source];
}

function defaultWords(declaration: ParamDeclaration): string {
  if (declaration.default === undefined) return 'not given';
  const text = draftOf(declaration.default, declaration);
  return text === '' ? 'empty' : text;
}
