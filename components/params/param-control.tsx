'use client';

import type { FieldControl } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Textarea } from '@/components/ui/textarea';
import type { ParamDeclaration } from '@/engine';
import { draftOf, isJsonType } from './param-drafts';
import styles from './param-fields.module.css';

export interface ParamControlProps {
  declaration: ParamDeclaration;
  text: string;
  onText: (text: string) => void;
  control: FieldControl;
}

/** The control of one declared param, by its type. Its value is text. */
export function ParamControl({ declaration, text, onText, control }: ParamControlProps) {
  if (declaration.enum !== undefined && declaration.enum.length > 0) {
    const choices = declaration.enum.map((choice) => draftOf(choice, declaration));
    return (
      <Select {...control} value={text} onChange={(event) => onText(event.target.value)}>
        {text === '' && <option value="">Choose…</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
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
  return <PlainControl declaration={declaration} text={text} onText={onText} control={control} />;
}

/** Text or a number; a text area when the text has several lines. */
function PlainControl({ declaration, text, onText, control }: ParamControlProps) {
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
