'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Textarea } from '@/components/ui/textarea';
import type { ParamDeclaration } from '@/engine';
import { type Declarations, draftOf, isJsonType, type ParamDrafts } from './param-drafts';
import styles from './param-fields.module.css';

export interface ParamFieldsProps {
  declarations: Declarations;
  drafts: ParamDrafts;
  onChange: (drafts: ParamDrafts) => void;
  /** What is wrong, by name. */
  problems: Readonly<Record<string, string>>;
}

/** One field for each declared param, by its type. */
export function ParamFields({ declarations, drafts, onChange, problems }: ParamFieldsProps) {
  return (
    <div className={styles.fields}>
      {Object.entries(declarations).map(([name, declaration]) => (
        <Field
          key={name}
          label={name}
          type={declaration.type}
          required={declaration.required === true && declaration.default === undefined}
          hint={declaration.description}
          error={problems[name]}
        >
          {(control) => (
            <ParamControl
              declaration={declaration}
              text={drafts[name] ?? ''}
              onText={(text) => onChange({ ...drafts, [name]: text })}
              control={control}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface ParamControlProps {
  declaration: ParamDeclaration;
  text: string;
  onText: (text: string) => void;
  control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly invalid: boolean;
  };
}

function ParamControl({ declaration, text, onText, control }: ParamControlProps) {
  const choices = declaration.enum ?? [];
  if (choices.length > 0) {
    return (
      <Select {...control} value={text} onChange={(event) => onText(event.target.value)}>
        {text === '' && <option value="">Choose…</option>}
        {choices.map((choice) => {
          const own = draftOf(choice, declaration);
          return (
            <option key={own} value={own}>
              {own}
            </option>
          );
        })}
      </Select>
    );
  }
  if (declaration.type === 'boolean') {
    const { invalid: _, ...named } = control;
    return (
      <span className={styles.switch}>
        <Switch {...named} checked={text === 'true'} onCheckedChange={(on) => onText(String(on))} />
        {text === 'true' ? 'true' : 'false'}
      </span>
    );
  }
  if (isJsonType(declaration)) {
    return (
      <Textarea
        {...control}
        mono
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        placeholder={declaration.type === 'array' ? '[ ]' : '{ }'}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    );
  }
  const isNumber = declaration.type === 'integer' || declaration.type === 'number';
  if (!isNumber && text.includes('\n')) {
    return <Textarea {...control} rows={4} value={text} onChange={(event) => onText(event.target.value)} />;
  }
  return (
    <Input
      {...control}
      value={text}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
