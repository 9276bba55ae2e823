import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';

export interface JsonInputsProps {
  text: string;
  problem: string | undefined;
  disabled: boolean;
  onChange: (text: string) => void;
}

/** All resolved inputs as JSON. Secrets are references, which stay as they are. */
export function JsonInputs({ text, problem, disabled, onChange }: JsonInputsProps) {
  return (
    <Field label="Inputs as JSON" error={problem}>
      {(control) => (
        <Textarea
          {...control}
          mono
          rows={Math.min(24, Math.max(8, text.split('\n').length))}
          spellCheck={false}
          disabled={disabled}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
