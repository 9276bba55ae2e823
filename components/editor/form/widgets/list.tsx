'use client';

import type { Json, JsonSchema } from '@/engine';
import { ExpressionInput } from '../../expression-input/expression-input';
import { mainType } from '../fields';
import { useFormScope } from '../form-context';
import { numberFromText, textOf } from '../text';
import type { WidgetProps } from '../widget-props';
import { Offers } from './offers';
import { Rows } from './rows';

/** A list of texts or numbers. When the schema also accepts one text, a single row stays text as written. */
export function ListWidget({ id, label, schema, value, onChange, path, problems }: WidgetProps) {
  const { stepId, names } = useFormScope();
  const items = Array.isArray(value) ? value : oneItem(value);
  const isNumeric = ['integer', 'number'].includes(mainType(itemSchema(schema)) ?? '');
  const write = (next: Json[]) => {
    const [only] = next;
    const staysOne = typeof value === 'string' && next.length <= 1;
    onChange(staysOne ? (only ?? '') : next);
  };
  return (
    <>
      <Rows label={label} rows={items} noun="item" make={() => ''} onChange={write}>
        {(item, index) => (
          <ExpressionInput
            id={index === 0 ? id : `${id}-${index}`}
            label={`${label} ${index + 1}`}
            value={textOf(item)}
            onChange={(text) =>
              write(items.map((other, at) => (at === index ? itemFrom(text, isNumeric) : other)))
            }
            mode="template"
            stepId={stepId}
            names={names}
            problems={problems.filter((problem) => problem.path === `${path}.${index}`)}
          />
        )}
      </Rows>
      <Offers {...{ label, schema, value, onChange }} />
    </>
  );
}

function oneItem(value: Json | undefined): Json[] {
  return value === undefined || value === '' ? [] : [value];
}

function itemFrom(text: string, isNumeric: boolean): Json {
  return isNumeric ? (numberFromText(text) ?? '') : text;
}

function itemSchema(schema: JsonSchema): JsonSchema {
  const list = schema.anyOf?.find((option) => mainType(option) === 'array') ?? schema;
  return typeof list.items === 'object' ? list.items : {};
}
