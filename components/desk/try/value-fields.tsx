import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { EnteredTexts } from './entered-values';
import styles from './try.module.css';

export interface ValueFieldsProps {
  /** References, each with a field. */
  names: readonly string[];
  texts: EnteredTexts;
  exampleOf: (name: string) => string;
  /** References whose text is no JSON. */
  problems: ReadonlySet<string>;
  onChange: (name: string, text: string) => void;
}

/** Most lines of a field. */
const MAX_ROWS = 8;

/** Values that a person types for references, as JSON. */
export function ValueFields({ names, texts, exampleOf, problems, onChange }: ValueFieldsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.values}>
      <legend>Values to enter</legend>
      {names.map((name) => {
        const example = exampleOf(name);
        const text = texts[name] ?? example;
        const isExample = example !== '' && text === example;
        return (
          <Field
            key={name}
            label={name}
            hint={isExample ? 'Example from an earlier run.' : 'JSON. Put text in double quotes.'}
            error={problems.has(name) ? 'This is not JSON. Put text in double quotes.' : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                mono
                rows={Math.min(MAX_ROWS, text.split('\n').length)}
                spellCheck={false}
                value={text}
                onChange={(event) => onChange(name, event.target.value)}
              />
            )}
          </Field>
        );
      })}
    </fieldset>
  );
}
