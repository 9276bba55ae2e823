import type { ActionDoc } from '../../lib/docs/action-doc';
import { byCategory } from '../../lib/docs/categories';
import type { ExampleDoc } from '../../lib/docs/examples';
import type { FieldDoc, ValueDoc } from '../../lib/docs/fields';
import { code, codeBlock, table, text } from './escape';

const MARK =
  '<!-- Written by `npm run docs` from the definitions in engine/actions: change them, not this page. -->';

/** The page of one action. */
export function actionPage(doc: ActionDoc): string {
  return page(
    `# ${text(doc.title)}`,
    text(doc.description),
    table(
      ['Action type', 'Also accepted as', 'Side effects'],
      [[code(doc.type), otherTypes(doc), text(doc.effect)]],
    ),
    section('Parameters', doc.params.length === 0 ? 'None.' : paramsTable(doc)),
    doc.needs === undefined ? '' : text(doc.needs),
    section('Outputs', doc.outputs.length === 0 ? 'None.' : outputsTable(doc.outputs)),
    section('Examples', ...doc.examples.map(example)),
    section('Errors', failuresTable(doc)),
    section('After a crash', text(doc.afterCrash)),
    doc.notes.length === 0 ? '' : section('Notes', doc.notes.map((note) => `- ${text(note)}`).join('\n')),
  );
}

/** The list of all actions, by category. */
export function indexPage(docs: readonly ActionDoc[]): string {
  return page(
    '# Actions',
    text(
      'All actions that a step can run. Some action types and parameters have a second spelling: both are accepted everywhere, and a saved pipeline keeps the spelling you wrote.',
    ),
    text(
      'Templates such as {{steps.<id>.output.<field>}}, {{params.<name>}} and {{secrets.<name>}} are resolved before the action runs, unless the page of the action says otherwise. Every step also supports depends_on, condition, retry, timeout_seconds and on_failure.',
    ),
    ...byCategory(docs).map(({ title, actions }) =>
      section(
        title,
        table(
          ['Action', 'Action type', 'Also accepted as', 'Description', 'Side effects'],
          actions.map((doc) => [
            `[${text(doc.title)}](${doc.type}.md)`,
            code(doc.type),
            otherTypes(doc),
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

/** The other spellings of an action's type. */
function otherTypes({ aliases }: ActionDoc): string {
  return aliases.map(code).join(', ');
}

function paramsTable({ params }: ActionDoc): string {
  return table(
    ['Parameter', 'Also accepted as', 'Type', 'Required', 'Default', 'Description'],
    params.flatMap((param) => [
      [code(param.name), param.aliases.map(code).join(', '), ...facts(param, param.reads)],
      ...param.fields.map((field) => [code(field.path), '', ...facts(field)]),
    ]),
  );
}

function facts(field: FieldDoc, reads?: readonly string[]): string[] {
  return [
    text(typeOf(field)),
    field.required ? 'yes' : 'no',
    field.fallback === undefined ? '' : code(JSON.stringify(field.fallback)),
    meaning(field, reads),
  ];
}

function outputsTable(outputs: readonly FieldDoc[]): string {
  return table(
    ['Field', 'Type', 'Always set', 'Description'],
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

function meaning(field: FieldDoc, reads: readonly string[] = []): string {
  const values = field.values.length === 0 ? [] : [`${field.values.map(value).join(', ')}.`];
  return [text(field.description), ...values, ...reads.map(text)].filter((part) => part !== '').join(' ');
}

function value({ value: written, label, synonyms }: ValueDoc): string {
  const notes = [
    ...(label === undefined ? [] : [text(label)]),
    ...(synonyms.length === 0 ? [] : [`also accepted as ${synonyms.map(code).join(', ')}`]),
  ];
  return notes.length === 0 ? code(written) : `${code(written)} (${notes.join('; ')})`;
}

function example({ title, forms }: ExampleDoc): string {
  const blocks = forms.flatMap(({ label, step }) => [
    ...(label === 'Default' ? [] : ['Also accepted as:']),
    codeBlock(JSON.stringify(step, null, 2), 'json'),
  ]);
  return [`### ${text(title)}`, ...blocks].join('\n\n');
}

function failuresTable({ failures }: ActionDoc): string {
  return table(
    ['Kind', 'Cause', 'Retried by default'],
    failures.map(({ kind, meaning: when, retried }) => [code(kind), text(when), retried ? 'yes' : 'no']),
  );
}
