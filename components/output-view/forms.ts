import { entryNames } from '@/components/json-tree/flatten';
import type { Json } from '@/engine/json';
import { type PlotSource, plotSourcesOf } from './plot/series';
import { type Sources, sourcesOf, type TextSource } from './sources';

/** The ways in which an output can be shown. */
export const FORMS = ['tree', 'table', 'plot', 'text', 'raw'] as const;
export type Form = (typeof FORMS)[number];

export const FORM_NAMES: Readonly<Record<Form, string>> = {
  tree: 'Tree',
  table: 'Table',
  plot: 'Plot',
  text: 'Text',
  raw: 'JSON',
};

/** What an output contains, and the forms that fit it. */
export interface Shape {
  readonly forms: readonly Form[];
  /** The form that shows the value best. */
  readonly first: Form;
  readonly tables: Sources['tables'];
  readonly plots: readonly PlotSource[];
  readonly texts: readonly TextSource[];
}

/** The forms that fit a value. */
export function shapeOf(value: Json): Shape {
  const sources = sourcesOf(value);
  const isScalar = entryNames(value).length === 0;
  // A short text is read as well between quotes.
  const texts = isScalar ? sources.texts.filter(isMoreThanALine) : sources.texts;
  const plots = plotSourcesOf(sources);
  const fits: Readonly<Record<Form, boolean>> = {
    tree: !isScalar,
    table: sources.tables.length > 0,
    plot: plots.length > 0,
    text: texts.length > 0,
    raw: true,
  };
  const forms = FORMS.filter((form) => fits[form]);
  return {
    forms,
    first: firstOf(sources, isScalar && texts.length > 0, forms),
    tables: sources.tables,
    plots,
    texts,
  };
}

function isMoreThanALine({ kind, text }: TextSource): boolean {
  return kind !== 'plain' || text.includes('\n');
}

/** A list of objects is a table, a list of numbers a plot, a text itself; other values are trees. */
function firstOf({ tables, numbers }: Sources, isText: boolean, forms: readonly Form[]): Form {
  if (isText) return 'text';
  if (tables.some(({ path, rows }) => path.length === 0 && rows.length > 1)) return 'table';
  if (numbers.some(({ path, values }) => path.length === 0 && values.length > 1)) return 'plot';
  return forms[0] ?? 'raw';
}
