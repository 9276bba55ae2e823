'use client';

import { useId, useState } from 'react';
import { Input } from '@/components/ui/input';
import { isJsonObject, type JsonObject } from '@/engine';
import { ExpressionInput } from '../../expression-input/expression-input';
import { useFormScope } from '../form-context';
import { useSecretNames } from '../secret-names';
import { HEADER_NAMES, headerValues } from '../suggestions';
import { type Pair, pairsOf, textOf, writePairs } from '../text';
import type { WidgetProps } from '../widget-props';
import { Rows } from './rows';
import styles from './widgets.module.css';

/** Names with values, such as headers. Rows with an empty or duplicate name are not written until it is valid. */
export function KeyValueWidget({ id, label, schema, value, onChange, path, problems }: WidgetProps) {
  const { stepId, names } = useFormScope();
  const secrets = useSecretNames();
  const listId = useId();
  const areHeaders = /(?:^|[._])headers$/.test(path);
  const offered = schema.suggestions ?? (areHeaders ? HEADER_NAMES : []);
  const object: JsonObject = isJsonObject(value) ? value : {};
  // Rows with an empty or duplicate name, which an object cannot contain, exist only here.
  const [typed, setTyped] = useState<Pair[]>();
  const rows =
    typed !== undefined && JSON.stringify(writePairs(typed)) === JSON.stringify(object)
      ? typed
      : writtenRows(object);
  const write = (next: Pair[]) => {
    setTyped(next);
    onChange(writePairs(next));
  };
  const set = (index: number, patch: Partial<Pair>) =>
    write(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  return (
    <>
      {offered.length > 0 && (
        <datalist id={listId}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      <Rows
        label={label}
        rows={rows}
        noun={areHeaders ? 'header' : 'row'}
        make={(): Pair => ({ name: '', value: '' })}
        onChange={write}
      >
        {(row, index) => (
          <span className={styles.pair}>
            <Input
              mono
              id={index === 0 ? id : undefined}
              aria-label={`Name ${index + 1} of ${label}`}
              placeholder="name"
              autoComplete="off"
              spellCheck={false}
              list={offered.length > 0 ? listId : undefined}
              value={row.name}
              invalid={isTwice(rows, index)}
              onChange={(event) => set(index, { name: event.target.value })}
            />
            <ExpressionInput
              id={`${id}-value-${index}`}
              label={`Value of ${row.name === '' ? `row ${index + 1}` : row.name}`}
              value={textOf(row.value)}
              onChange={(text) => set(index, { value: text })}
              mode="template"
              stepId={stepId}
              names={names}
              problems={problems.filter((problem) => problem.path === `${path}.${row.name}`)}
              {...(areHeaders ? { offers: headerValues(row.name, secrets) } : {})}
            />
          </span>
        )}
      </Rows>
    </>
  );
}

/** The rows of an object. An empty one starts with a row to fill in. */
function writtenRows(object: JsonObject): Pair[] {
  const rows = pairsOf(object);
  return rows.length === 0 ? [{ name: '', value: '' }] : rows;
}

function isTwice(rows: readonly Pair[], index: number): boolean {
  const name = rows[index]?.name;
  return name !== undefined && name !== '' && rows.some((row, at) => at < index && row.name === name);
}
