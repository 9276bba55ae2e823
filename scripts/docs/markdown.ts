import type { ActionDoc } from '../../lib/docs/action-doc';
import { byCategory } from '../../lib/docs/categories';
import type { ExampleDoc } from '../../lib/docs/examples';
import type { FieldDoc, ValueDoc } from '../../lib/docs/fields';
import { code, codeBlock, table, text } from './escape';

const MARK =
  '<!-- Written by `npm run docs` from the definitions in engine/actions: change them, not this page. -->';

const VARIANTS = ['a', 'b'] as const;

/** The page of one action. */
export function actionPage(doc: ActionDoc): string {
  return page(
    `# ${text(doc.title)}`,
    text(doc.description),
    table(
      ['Variant A', 'Variant B', 'Also', 'Effect'],
      [[name(doc.names.a), name(doc.names.b), doc.names.others.map(code).join(', '), text(doc.effect)]],
    ),
    section('Parameters', doc.params.length === 0 ? 'None.' : paramsTable(doc)),
    doc.needs === undefined ? '' : text(doc.needs),
    section('Outputs', doc.outputs.length === 0 ? 'None.' : outputsTable(doc.outputs)),
    section('Examples', ...doc.examples.map(example)),
    section('Fails with', failuresTable(doc)),
    section('If the process dies', text(doc.afterCrash)),
    doc.notes.length === 0
      ? ''
      : section('Good to know', doc.notes.map((note) => `- ${text(note)}`).join('\n')),
  );
}

/** The list of all actions, by category. */
export function indexPage(docs: readonly ActionDoc[]): string {
  return page(
    '# Actions',
    text(
      'Every action a step can perform. The specification knows two catalogues, variant A and variant B; both spellings are accepted everywhere, and what you wrote is kept.',
    ),
    text(
      'Templates such as {{steps.<id>.output.<field>}}, {{params.<name>}} and {{secrets.<name>}} are resolved before an action sees a parameter, unless its page says otherwise. Every step also takes depends_on, condition, retry, timeout_seconds and on_failure.',
    ),
    ...byCategory(docs).map(({ title, actions }) =>
      section(
        title,
        table(
          ['Action', 'Variant A', 'Variant B', 'What it does', 'Effect'],
          actions.map((doc) => [
            `[${text(doc.title)}](${doc.type}.md)`,
            name(doc.names.a),
            name(doc.names.b),
            text(doc.description),
            text(doc.effect),
          ]),
        ),
      ),
    ),
  );
}

function page(...blocks: string[]): string {
  return `${[MARK, ...blocks].filter((block) => block !== '').join('\n\n')}\n`;
}

function section(title: string, ...blocks: string[]): string {
  return [`## ${text(title)}`, ...blocks].join('\n\n');
}

function name(type: string | undefined): string {
  return type === undefined ? '–' : code(type);
}

function paramsTable({ params, names }: ActionDoc): string {
  const variants = VARIANTS.filter((variant) => names[variant] !== undefined);
  return table(
    [
      ...variants.map((variant) => `Variant ${variant.toUpperCase()}`),
      'Type',
      'Required',
      'Default',
      'Meaning',
    ],
    params.flatMap((param) => [
      [...variants.map((variant) => name(param[variant])), ...facts(param, param.reads, param.added)],
      ...param.fields.map((field) => [code(field.path), ...variants.slice(1).map(() => ''), ...facts(field)]),
    ]),
  );
}

function facts(field: FieldDoc, reads?: readonly string[], isAdded?: boolean): string[] {
  return [
    text(typeOf(field)),
    field.required ? 'yes' : 'no',
    field.fallback === undefined ? '' : code(JSON.stringify(field.fallback)),
    meaning(field, reads, isAdded),
  ];
}

function outputsTable(outputs: readonly FieldDoc[]): string {
  return table(
    ['Field', 'Type', 'Always', 'Meaning'],
    outputs.map((field) => [
      code(field.path),
      text(typeOf(field)),
      field.required ? 'yes' : 'no',
      meaning(field),
    ]),
  );
}

function typeOf({ type, unit }: FieldDoc): string {
  return unit === undefined ? type : `${type}, in ${unit}`;
}

function meaning(field: FieldDoc, reads: readonly string[] = [], isAdded = false): string {
  const values = field.values.length === 0 ? [] : [`${field.values.map(value).join(', ')}.`];
  const added = isAdded ? ['In neither variant: an addition.'] : [];
  return [text(field.description), ...values, ...reads.map(text), ...added]
    .filter((part) => part !== '')
    .join(' ');
}

function value({ value: written, label, synonyms }: ValueDoc): string {
  const notes = [
    ...(label === undefined ? [] : [text(label)]),
    ...(synonyms.length === 0 ? [] : [`also ${synonyms.map(code).join(', ')}`]),
  ];
  return notes.length === 0 ? code(written) : `${code(written)} (${notes.join('; ')})`;
}

function example({ title, forms }: ExampleDoc): string {
  const blocks = forms.flatMap(({ label, step }) => [
    `${label}:`,
    codeBlock(JSON.stringify(step, null, 2), 'json'),
  ]);
  return [`### ${text(title)}`, ...blocks].join('\n\n');
}

function failuresTable({ failures }: ActionDoc): string {
  return table(
    ['Kind', 'When', 'Tried again by default'],
    failures.map(({ kind, meaning: when, retried }) => [code(kind), text(when), retried ? 'yes' : 'no']),
  );
}
