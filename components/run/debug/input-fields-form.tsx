import { Field, type FieldControl } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Textarea } from '@/components/ui/textarea';
import { isJsonObject, isTemplate, type Json, type JsonObject } from '@/engine';
import { TemplateText } from '../inspector/template-text';
import { type InputField, textOfInput } from './input-fields';
import type { PauseDraft, ReadDraft } from './pause-draft';
import styles from './paused-inputs.module.css';

export interface InputFieldsProps {
  read: ReadDraft;
  texts: PauseDraft['texts'];
  /** The parameters as written. */
  templates: JsonObject;
  disabled: boolean;
  onText: (label: string, text: string) => void;
}

/** Resolved inputs as fields by their type, each with the template that it comes from. */
export function InputFields({ read, texts, templates, disabled, onText }: InputFieldsProps) {
  if (read.fields.length === 0) return <p className={styles.hint}>No parameters</p>;
  return read.fields.map((field) => {
    const { label, type, kind } = field;
    const template = templateAt(templates, field.path);
    return (
      <Field
        key={label}
        label={<span className={styles.label}>{label}</span>}
        type={type}
        error={read.problems[label]}
        hint={template !== undefined && kind !== 'secret' && <From template={template} />}
      >
        {(control) => (
          <InputControl
            field={field}
            text={texts[label] ?? textOfInput(field)}
            control={control}
            disabled={disabled}
            onText={(text) => onText(label, text)}
          />
        )}
      </Field>
    );
  });
}

/** The template of a field. */
function From({ template }: { template: string }) {
  return (
    <>
      from <TemplateText text={template} />
    </>
  );
}

/** The template at a path, when the parameter was written as one. */
function templateAt(templates: JsonObject, path: readonly string[]): string | undefined {
  const at = path.reduce<Json | undefined>(
    (value, key) => (value !== undefined && isJsonObject(value) ? value[key] : undefined),
    templates,
  );
  return typeof at === 'string' && isTemplate(at) ? at : undefined;
}

interface InputControlProps {
  field: InputField;
  text: string;
  control: FieldControl;
  disabled: boolean;
  onText: (text: string) => void;
}

/** The control of one resolved input. Its value is text. */
function InputControl({ field, text, control, disabled, onText }: InputControlProps) {
  const { invalid, ...named } = control;
  const shared = { ...named, disabled, spellCheck: false, value: text };
  switch (field.kind) {
    case 'secret':
      return <SecretValue text={text} control={control} />;
    case 'choice':
      return (
        <Select {...named} disabled={disabled} value={text} onChange={(event) => onText(event.target.value)}>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      );
    case 'boolean':
      return (
        <span className={styles.switch}>
          <Switch
            {...named}
            disabled={disabled}
            checked={text === 'true'}
            onCheckedChange={(on) => onText(String(on))}
          />
          {text}
        </span>
      );
    case 'number':
      return (
        <Input
          {...shared}
          invalid={invalid}
          inputMode="decimal"
          onChange={(event) => onText(event.target.value)}
        />
      );
    case 'json':
      return <LongText {...shared} invalid={invalid} mono onText={onText} />;
    case 'text':
      return isLong(text) ? (
        <LongText {...shared} invalid={invalid} onText={onText} />
      ) : (
        <Input
          {...shared}
          invalid={invalid}
          autoComplete="off"
          onChange={(event) => onText(event.target.value)}
        />
      );
  }
}

interface LongTextProps extends FieldControl {
  value: string;
  disabled: boolean;
  spellCheck: boolean;
  mono?: boolean;
  onText: (text: string) => void;
}

function LongText({ onText, ...rest }: LongTextProps) {
  const rows = Math.min(14, Math.max(3, rest.value.split('\n').length));
  return <Textarea {...rest} rows={rows} onChange={(event) => onText(event.target.value)} />;
}

/** A secret is shown as the reference that it is, and is not edited. */
function SecretValue({ text, control }: { text: string; control: FieldControl }) {
  return (
    <span className={styles.secret}>
      <Icon name="lock" size={14} />
      <input id={control.id} className={styles.secretText} readOnly value={withoutBraces(text)} />
      <span className={styles.hint}>masked</span>
    </span>
  );
}

/** `secrets.api_key` of `{{secrets.api_key}}`; other text as it is. */
function withoutBraces(text: string): string {
  return /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]?.trim() ?? text;
}

function isLong(text: string): boolean {
  return text.includes('\n') || text.length > 60;
}
