import { type Descriptors, type Diagnostic, isJsonObject, type Json, type PipelineDocument } from '@/engine';
import { expressionTokens } from '../expression-input/tokens';
import { selectStep } from '../model/derived';
import { changeAction, renameStep, setDeclaredParam, setStepField } from '../model/edits';
import { renameKey } from '../model/keys';
import { newStepId } from '../model/step-ids';
import { changeRoot, type Fixing, type QuickFix, scalarOf, spliceText, writeAt } from './quick-fix';
import { completed, wrapped } from './reference-fixes';
import { siblingSet } from './sibling-fix';
import { keysAt, valueAt, withValueAt } from './value-path';

/** The fixes of a problem, best first. Only problems with an unambiguous fix have one. */
export function quickFixes(
  problem: Diagnostic,
  document: PipelineDocument,
  descriptors: Descriptors,
): QuickFix[] {
  const root = problem.step === undefined ? document : selectStep(document, problem.step);
  if (root === undefined) return [];
  const keys = keysAt(root, problem.path);
  const value = keys === undefined ? undefined : valueAt(root, keys);
  const fixing = {
    problem,
    document,
    descriptors,
    root,
    text: typeof value === 'string' ? value : undefined,
  };
  return [...(FIXES[problem.code]?.(fixing) ?? []), ...unquoted(fixing)];
}

const FIXES: Partial<Record<Diagnostic['code'], (fixing: Fixing) => QuickFix[]>> = {
  unknown_action: ({ problem }) => {
    const near = suggestion(problem);
    const { step, path } = problem;
    if (near === undefined || step === undefined || path !== 'action') return replaceWhole({ problem, near });
    return [{ label: `Change to ${near}`, apply: (document) => changeAction(document, step, near) }];
  },
  unknown_step: (fixing) => [
    ...suggested(fixing),
    ...removal(fixing, (path) => /^depends_on\.\d+$/.test(path)),
  ],
  bare_reference: wrapped,
  invalid_expression: suggested,
  unknown_name: (fixing) => [...suggested(fixing), ...completed(fixing)],
  unknown_field: suggested,
  unknown_secret: suggested,
  unknown_param: (fixing) => [...suggested(fixing), ...declaration(fixing)],
  unknown_parameter: (fixing) => [...renamedKey(fixing), ...removal(fixing, () => true)],
  duplicate_parameter: (fixing) => removal(fixing, () => true),
  unused_parameter: (fixing) => [...siblingSet(fixing), ...removal(fixing, () => true)],
  list_too_long: siblingSet,
  invalid_parameter: ({ problem }) => replaceWhole({ problem, near: suggestion(problem) }),
  impossible_comparison: comparedWith,
  may_be_missing: guarded,
  type_mismatch: converted,
  duplicate_step_id: () => [],
  invalid_step_id: ({ problem, document, descriptors }) => {
    const { step } = problem;
    if (step === undefined) return [];
    const next = newStepId(document, step);
    return [{ label: `Rename to ${next}`, apply: (current) => renameStep(current, step, next, descriptors) }];
  },
  self_reference: (fixing) => removal(fixing, (path) => /^depends_on\.\d+$/.test(path)),
  cycle: (fixing) => removal(fixing, (path) => /^depends_on\.\d+$/.test(path)),
  invalid_retry: ({ problem }) => {
    const { step } = problem;
    return step === undefined
      ? []
      : [{ label: 'Remove retry', apply: (document) => setStepField(document, step, 'retry', undefined) }];
  },
};

/** The similar name in the hint of a problem. */
function suggestion(problem: Diagnostic): string | undefined {
  return /^Did you mean (.+)\?$/.exec(problem.hint ?? '')?.[1];
}

/** Replaces the wrong name inside its expression, or the whole value if it is not an expression. */
function suggested({ problem, text }: Fixing): QuickFix[] {
  const near = suggestion(problem);
  if (near === undefined) return [];
  const { range } = problem;
  if (range === undefined) return replaceWhole({ problem, near });
  if (text === undefined) return [];
  const insert = lastName(near, text.slice(range.start, range.end));
  return insert === undefined
    ? []
    : [
        {
          label: `Change to ${near}`,
          apply: (document) => spliceText(document, problem, { ...range, insert }),
        },
      ];
}

/** The last name of `params.region`, which replaces `regio`; undefined when it is not valid after a dot. */
function lastName(near: string, written: string): string | undefined {
  if (/^[\w-]+$/.test(near)) return near;
  if (written.includes('.')) return near;
  const name = /\.([A-Za-z_]\w*)$/.exec(near)?.[1];
  return name;
}

function replaceWhole({ problem, near }: { problem: Diagnostic; near: string | undefined }): QuickFix[] {
  return near === undefined
    ? []
    : [{ label: `Change to ${near}`, apply: (document) => writeAt(document, problem, near) }];
}

function declaration({ problem, text }: Fixing): QuickFix[] {
  const name = text?.slice(problem.range?.start ?? 0, problem.range?.end ?? 0) ?? '';
  if (!/^[A-Za-z_]\w*$/.test(name)) return [];
  return [
    { label: `Declare ${name}`, apply: (document) => setDeclaredParam(document, name, { type: 'string' }) },
  ];
}

function removal({ problem }: Fixing, isRemovable: (path: string) => boolean): QuickFix[] {
  if (!isRemovable(problem.path)) return [];
  const last = problem.path.split('.').at(-1) ?? '';
  const label = problem.path.startsWith('depends_on.') ? 'Remove this dependency' : `Remove ${last}`;
  return [{ label, apply: (document) => writeAt(document, problem, undefined) }];
}

function renamedKey({ problem, root }: Fixing): QuickFix[] {
  const near = suggestion(problem);
  const keys = keysAt(root, problem.path);
  const last = keys?.at(-1);
  if (near === undefined || keys === undefined || last === undefined) return [];
  const parent = valueAt(root, keys.slice(0, -1));
  if (!isJsonObject(parent) || Object.hasOwn(parent, near)) return [];
  const renamed: Json = renameKey(parent, last, near);
  return [
    {
      label: `Rename to ${near}`,
      apply: (document) =>
        changeRoot(document, problem, (from) => withValueAt(from, keys.slice(0, -1), renamed)),
    },
  ];
}

/** `status == "helthy"`: replaces the literal with the most similar known value. */
function comparedWith({ problem, text }: Fixing): QuickFix[] {
  const near = suggestion(problem);
  const literal = text === undefined ? undefined : literalIn(text, problem);
  if (near === undefined || literal === undefined) return [];
  return [
    {
      label: `Change to ${near}`,
      apply: (document) => spliceText(document, problem, { ...literal, insert: near }),
    },
  ];
}

function guarded({ problem, text }: Fixing): QuickFix[] {
  const { range } = problem;
  if (range === undefined || text === undefined) return [];
  const insert = `default(${text.slice(range.start, range.end)}, "")`;
  return [
    {
      label: 'Guard with default()',
      apply: (document) => spliceText(document, problem, { ...range, insert }),
    },
  ];
}

/**
 * Changes the declaration of a run parameter of the wrong type; converts other values where they are read.
 */
function converted(fixing: Fixing): QuickFix[] {
  const { problem, text, document } = fixing;
  const { range, hint = '' } = problem;
  if (range === undefined || text === undefined) return [];
  const written = text.slice(range.start, range.end);
  const call = /\b(int|double|string)\(/.exec(hint)?.[1];
  if (call === undefined || !/^[\w.-]+(?:\[[^\]]*\])*$/.test(written)) return [];
  const name = /^params\.([A-Za-z_]\w*)$/.exec(written)?.[1];
  const declared = name === undefined ? undefined : document.params?.[name];
  const type = call === 'string' ? 'string' : 'integer';
  const wrap = {
    label: `Wrap in ${call}()`,
    apply: (current: PipelineDocument) =>
      spliceText(current, problem, { ...range, insert: `${call}(${written})` }),
  };
  if (name === undefined || declared === undefined) return [wrap];
  return [
    {
      label: `Declare it as ${type}`,
      apply: (current) => setDeclaredParam(current, name, { ...declared, type }),
    },
    wrap,
  ];
}

/** `Write 200 without quotes.` and the reverse, for literals in expressions and for whole values. */
function unquoted({ problem, text }: Fixing): QuickFix[] {
  const bare = /^Write (\S+) without quotes\.$/.exec(problem.hint ?? '')?.[1];
  const quoted = /^Write ("[^"]*") in quotes\.$/.exec(problem.hint ?? '')?.[1];
  const insert = bare ?? quoted;
  if (insert === undefined || text === undefined) return [];
  const label = bare === undefined ? `Write ${insert} in quotes` : `Write ${insert} without quotes`;
  if (problem.range === undefined) {
    const value = scalarOf(insert);
    return value === undefined ? [] : [{ label, apply: (document) => writeAt(document, problem, value) }];
  }
  const literal = literalIn(text, problem);
  return literal === undefined
    ? []
    : [{ label, apply: (document) => spliceText(document, problem, { ...literal, insert }) }];
}

/** The only literal within the range of a problem. */
function literalIn(text: string, problem: Diagnostic): { start: number; end: number } | undefined {
  const { start, end } = problem.range ?? { start: 0, end: text.length };
  const literals = expressionTokens(text, 'expression').filter(
    (token) =>
      token.from >= start &&
      token.to <= end &&
      (token.kind === 'string' || token.kind === 'number' || token.kind === 'word'),
  );
  const values = literals.filter(
    (token) => token.kind !== 'word' || /^(true|false)$/.test(text.slice(token.from, token.to)),
  );
  const [only] = values;
  return values.length === 1 && only !== undefined ? { start: only.from, end: only.to } : undefined;
}
