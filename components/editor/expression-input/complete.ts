import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSection,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { completions, type Graph, knownFields, type Completion as Offer, typeText } from '@/engine';
import { exampleAt, type Owner, ownerOf, withExample } from './examples';
import type { ExpressionScope } from './expression-scope';
import { stepOutputs } from './step-outputs';
import { type ExpressionMode, expressionRegions } from './tokens';

export interface CompleteInput {
  readonly context: CompletionContext;
  readonly mode: ExpressionMode;
  readonly scope: ExpressionScope;
  readonly graph: Graph;
  /** Values that are suggested while the text has no expression, for example media types of a header. */
  readonly offers?: readonly string[] | undefined;
}

const BEFORE: CompletionSection = { name: 'Outputs of earlier steps', rank: 0 };
const PARAMS: CompletionSection = { name: 'Run parameters', rank: 1 };
const NAMES: CompletionSection = { name: 'Names', rank: 2 };
const SECRETS: CompletionSection = { name: 'Secrets', rank: 3 };
const FUNCTIONS: CompletionSection = { name: 'Functions', rank: 4 };
const UNRELATED: CompletionSection = { name: 'Other steps (this step will run after them)', rank: 5 };

/** Suggestions at the cursor, complete references first, so that one choice is often enough. */
export function complete({ context, mode, scope, graph, offers }: CompleteInput): CompletionResult | null {
  const text = context.state.doc.toString();
  const short = shortForms({ context, mode, scope, graph });
  if (short !== null) return short;
  if (!isInExpression(text, context.pos, mode))
    return bareReferences({ context, mode, scope, graph }) ?? offerWhole(text, offers, context);
  const found = completions(text, context.pos, scope);
  const isRoot = found.options.some((option) => option.label === 'steps');
  if (found.from === context.pos && !context.explicit && !opensList(text.slice(0, context.pos), isRoot))
    return null;
  const options = isRoot
    ? rootOptions(found.options, scope, graph)
    : fieldOptions(found.options, scope, ownerOf(text.slice(0, found.from), scope));
  return options.length === 0 ? null : { from: found.from, options, validFor: /^[\w-]*$/ };
}

/** `fetch.` and `fetch.body`, as chips show them, at the end of a text. */
const SHORT_FORM = /(?:^|[^\w.\]"'-])([A-Za-z0-9_][\w-]*)\.[\w.]*$/;
/** The begin of a reference that is the whole text, so far without braces. */
const BARE = /^\s*((?:steps|params|secrets)\.[\w.-]*)$/;

/** After the id of a step, its outputs, inserted in their full form. In plain text only at its begin, and with braces. */
function shortForms({ context, mode, scope, graph }: CompleteInput): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos);
  const [written = '', id = ''] = SHORT_FORM.exec(before) ?? [];
  if (!scope.steps.includes(id) || Object.hasOwn(scope.names, id)) return null;
  const from = context.pos - written.length + (written.startsWith(id) ? 0 : 1);
  const inside = isInExpression(before, context.pos, mode);
  if (!inside && before.slice(0, from).trim() !== '') return null;
  const section = scope.before.has(id) ? BEFORE : UNRELATED;
  const options = inOrder(stepOutputs(id, { section, scope, graph }));
  return { from, options: inside ? options : options.map(braced), validFor: /^[\w.-]*$/ };
}

/** References for a text that begins as one without braces, which are inserted with it. */
function bareReferences({ context, scope, graph }: CompleteInput): CompletionResult | null {
  const typed = BARE.exec(context.state.sliceDoc(0, context.pos))?.[1];
  if (typed === undefined || context.pos !== context.state.doc.length) return null;
  const options = rootOptions(completions('', 0, scope).options, scope, graph).flatMap((option) => {
    const full = typeof option.apply === 'string' ? option.apply : option.label;
    return /^(?:steps|params|secrets)\./.test(full) ? [braced({ ...option, label: full, apply: full })] : [];
  });
  return { from: context.pos - typed.length, options, validFor: /^[\w.-]*$/ };
}

function braced(option: Completion): Completion {
  const full = typeof option.apply === 'string' ? option.apply : option.label;
  return { ...option, apply: `{{${full}}}` };
}

/** Suggested values that begin with, or contain, the text before the cursor. */
function offerWhole(
  text: string,
  offers: readonly string[] = [],
  { pos, explicit }: CompletionContext,
): CompletionResult | null {
  const typed = text.toLowerCase();
  const isEnd = pos === text.length && (explicit || typed !== '');
  const fitting = isEnd
    ? offers.filter((offer) => offer !== text && offer.toLowerCase().includes(typed))
    : [];
  if (fitting.length === 0) return null;
  return { from: 0, options: fitting.map((label) => ({ label, type: 'text' })), filter: false };
}

/** Whether the last typed character opens the list: a dot, a bracket or quote that begins a name, or new braces. */
function opensList(before: string, isRoot: boolean): boolean {
  return isRoot ? /\{\{\s*$/.test(before) : /[.["']$/.test(before);
}

function isInExpression(text: string, at: number, mode: ExpressionMode): boolean {
  return expressionRegions(text, mode).some((part) => at >= part.innerFrom && at <= part.innerTo);
}

function rootOptions(offers: readonly Offer[], scope: ExpressionScope, graph: Graph): Completion[] {
  const outputs = [...scope.before]
    .reverse()
    .flatMap((id) => stepOutputs(id, { section: BEFORE, scope, graph }));
  const others = scope.steps
    .filter((id) => !scope.before.has(id))
    .flatMap((id) => stepOutputs(id, { section: UNRELATED, scope, graph }));
  const params = Object.entries(scope.names.params?.properties ?? {}).map(([name, schema]) =>
    withExample(
      {
        label: `params.${name}`,
        detail: typeText(schema),
        type: 'variable',
        section: PARAMS,
        ...(schema.description === undefined ? {} : { info: schema.description }),
      },
      exampleAt(scope.examples.params, [name]),
    ),
  );
  const secrets = Object.keys(scope.names.secrets?.properties ?? {}).map((name) => ({
    label: `secrets.${name}`,
    detail: 'secret',
    type: 'variable',
    section: SECRETS,
  }));
  const names = offers.map((offer) => ({
    ...offered(offer, scope),
    section: offer.type === 'function' ? FUNCTIONS : NAMES,
    // Keywords rank below values, which people search for more often.
    boost: offer.type === 'keyword' ? -50 : 0,
  }));
  return [...inOrder(outputs), ...inOrder(params), ...inOrder(secrets), ...inOrder(others), ...names];
}

/** Ranks the options of a section in their order: nearest steps first, fields before the whole output. */
function inOrder(options: readonly Completion[]): Completion[] {
  return options.map((option, index) => ({ ...option, boost: Math.max(-90, 90 - index) }));
}

/** Suggested fields of a value, with examples. After a dot, names that need quotes replace the dot by brackets. */
function fieldOptions(
  offers: readonly Offer[],
  scope: ExpressionScope,
  owner: Owner | undefined,
): Completion[] {
  const options = offers.map((offer) =>
    withExample(offered(offer, scope), exampleAt(owner?.example, [offer.label])),
  );
  if (owner?.isDot !== true) return options;
  const quoted = knownFields(owner.schema).flatMap(([name, schema]) =>
    /^\w+$/.test(name)
      ? []
      : [withExample(quotedField(name, typeText(schema)), exampleAt(owner.example, [name]))],
  );
  return [...options, ...quoted];
}

function quotedField(name: string, detail: string): Completion {
  return {
    label: name,
    detail,
    type: 'property',
    apply: (view, _completion, from, to) =>
      insertAndGoOn(view, { from: from - 1, to, insert: `[${JSON.stringify(name)}]` }),
  };
}

/** A suggestion of the language. Names that need a field open the list again. */
function offered(offer: Offer, scope: ExpressionScope): Completion {
  const insert = continued(offer, scope);
  const option: Completion = { label: offer.label, type: offer.type ?? 'variable' };
  if (offer.detail !== undefined && offer.type === 'function') option.info = offer.detail;
  else if (offer.detail !== undefined) option.detail = offer.detail;
  if (offer.detail === 'step') {
    option.detail = scope.before.has(offer.label) ? '' : 'not upstream of this step';
    option.section = scope.before.has(offer.label) ? BEFORE : UNRELATED;
  }
  if (insert === undefined) return option;
  return { ...option, apply: (view, _completion, from, to) => insertAndGoOn(view, { from, to, insert }) };
}

function continued(offer: Offer, scope: ExpressionScope): string | undefined {
  if (offer.detail === 'step' && scope.step(offer.label) !== undefined) return `${offer.label}.output.`;
  if (['steps', 'params', 'secrets', 'signals'].includes(offer.label)) return `${offer.label}.`;
  return offer.apply;
}

function insertAndGoOn(view: EditorView, change: { from: number; to: number; insert: string }): void {
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + change.insert.length },
    userEvent: 'input.complete',
  });
  if (change.insert.endsWith('.')) startCompletion(view);
}
