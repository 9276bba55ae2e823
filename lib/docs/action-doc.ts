import type { ActionDescriptor, Category } from '@/engine';
import { FAILURE_KINDS, type FailureKind } from '@/engine/errors';
import { retryDelaySeconds } from '@/engine/run/units/retry';
import { crashText, effectText } from './effects';
import { type ExampleDoc, exampleDoc, type VariantNames, variantNames } from './examples';
import { type FieldDoc, fieldDocs, type ParamDoc, paramDocs } from './fields';
import { listed } from './words';

/** One way in which an action fails. */
export interface FailureDoc {
  readonly kind: FailureKind;
  /** When it happens: a sentence that begins in lower case. */
  readonly meaning: string;
  /** Whether it is retried without `retry_on`. */
  readonly retried: boolean;
}

/** The documentation of an action, for pages, Markdown and the editor. */
export interface ActionDoc {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly icon: ActionDescriptor['icon'];
  readonly category: Category;
  /** Other accepted spellings of the type. */
  readonly aliases: readonly string[];
  /** The type in each accepted spelling. */
  readonly names: VariantNames;
  readonly effect: string;
  readonly afterCrash: string;
  readonly params: readonly ParamDoc[];
  /** A sentence about parameters of which one is required. */
  readonly needs: string | undefined;
  readonly outputs: readonly FieldDoc[];
  readonly examples: readonly ExampleDoc[];
  readonly failures: readonly FailureDoc[];
  readonly notes: readonly string[];
}

/** Failures of any step, whatever its action. */
const COMMON_FAILURES: Partial<Record<FailureKind, string>> = {
  timeout: 'an attempt exceeded timeout_seconds of the step.',
  invalid_params: 'a parameter has the wrong type after its templates are resolved.',
  expression_error: 'an expression reads a missing value or cannot be evaluated.',
};

/** Builds the documentation from a descriptor. */
export function actionDoc(descriptor: ActionDescriptor): ActionDoc {
  const { type, aliases, title, description, icon, category, docs } = descriptor;
  const names = variantNames(descriptor);
  const params = paramDocs(descriptor, names);
  const needs = listed(descriptor.requireOneOf ?? [], 'or');
  return {
    type,
    title,
    description,
    icon,
    category,
    aliases,
    names,
    effect: effectText(descriptor),
    afterCrash: crashText(descriptor),
    params,
    needs: needs === '' ? undefined : `At least one is required: ${needs}.`,
    outputs: fieldDocs(descriptor.output),
    examples: (docs?.examples ?? []).map((example) => exampleDoc(example, { ...names, type }, params)),
    failures: failureDocs({ ...COMMON_FAILURES, ...docs?.failures }),
    notes: docs?.notes ?? [],
  };
}

function failureDocs(meanings: Partial<Record<FailureKind, string>>): FailureDoc[] {
  return FAILURE_KINDS.flatMap((kind) => {
    const meaning = meanings[kind];
    const retried = retryDelaySeconds({ max_attempts: 2 }, 1, kind) !== undefined;
    return meaning === undefined ? [] : [{ kind, meaning, retried }];
  });
}
