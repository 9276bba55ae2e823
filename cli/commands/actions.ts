import { type ActionDescriptor, CATEGORIES, closest } from '@/engine';
import { catalogue } from '@/engine/actions';
import { EXIT, printJson, printLine } from '../output';

/** An action as the command line shows it. */
function actionView({
  type,
  aliases,
  title,
  description,
  category,
  effect,
  params,
  output,
}: ActionDescriptor) {
  return { type, aliases, title, description, category, effect, params, output };
}

/** Lists the catalogue. @returns the exit code */
export function listActions(options: { readonly json: boolean; readonly category?: string }): number {
  const { all } = catalogue.descriptors;
  const { category } = options;
  if (category !== undefined && !CATEGORIES.some((known) => known === category)) {
    return refuse(`Unknown category ${category}. Categories: ${CATEGORIES.join(', ')}.`, options);
  }
  const wanted = category === undefined ? all : all.filter((action) => action.category === category);
  if (options.json) {
    printJson(wanted.map(actionView));
    return EXIT.completed;
  }
  const width = Math.max(0, ...wanted.map(({ type }) => type.length));
  for (const action of wanted) printLine(`${action.type.padEnd(width)}  ${action.description}`);
  return EXIT.completed;
}

/** Shows one action by type or alias. @returns the exit code */
export function getAction(type: string, options: { readonly json: boolean }): number {
  const action = catalogue.descriptors.find(type);
  if (!action) return unknownAction(type, options);
  if (options.json) {
    printJson(actionView(action));
    return EXIT.completed;
  }
  printLine(`${action.title} (${[action.type, ...action.aliases].join(', ')})`);
  printLine(action.description);
  const required = new Set(action.params.required);
  for (const [name, schema] of Object.entries(action.params.properties ?? {})) {
    const type = [schema.type ?? 'any'].flat().join(' or ');
    const mark = required.has(name) ? 'required' : 'optional';
    const fallback = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`;
    printLine(`  ${name} (${type}, ${mark}${fallback}): ${schema.description ?? ''}`);
  }
  return EXIT.completed;
}

function unknownAction(type: string, options: { readonly json: boolean }): number {
  const near = closest(
    type,
    catalogue.descriptors.all.flatMap((action) => [action.type, ...action.aliases]),
  );
  return refuse(`Unknown action ${type}.${near === undefined ? '' : ` Did you mean ${near}?`}`, options);
}

function refuse(message: string, options: { readonly json: boolean }): number {
  if (options.json)
    printJson({ problems: [{ code: 'unknown_action', severity: 'error', path: '', message }] });
  else process.stderr.write(`${message}\n`);
  return EXIT.refused;
}
