import { z } from 'zod';
import { isJsonObject, type JsonObject, json } from '../json';
import {
  FEWER_STEPS,
  isDeeperThan,
  MAX_DOCUMENT_LEVELS,
  MAX_NAMES,
  refuseSteps,
  tooDeep,
} from '../json-limits';
import { finish, type Pausing } from '../pausing';
import { readingJson } from '../read-json';
import { firstProblem, pathText, problemText } from '../schema-problem';
import { MAX_RUN_BYTES, megabytes } from '../value-limits';
import { type JsonError, locateJsonError } from './json-error';
import type { PipelineDocument } from './schema';

/** The result of an import: the document as written, or the reason why the text is not a pipeline. */
export type ImportResult =
  | { readonly ok: true; readonly document: PipelineDocument }
  | {
      readonly ok: false;
      readonly problem: {
        readonly message: string;
        /** Number of steps, when they are too many. */
        readonly steps?: number;
      } & Partial<Omit<JsonError, 'message'>>;
    };

/** Limits of a document. */
export interface ImportLimits {
  /**
   * A document with more steps is refused before they are parsed. @default unlimited, so that stored documents can be
   * opened
   */
  readonly maxSteps?: number | undefined;
}

/** Any JSON object, checked once. */
const object = () => z.custom<JsonObject>(isJsonObject, 'must be an object').and(json());

/**
 * Only the structure that the program relies on. Everything else is a diagnostic, so that a draft with mistakes can be
 * opened and fixed.
 */
const shape = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  params: z
    .record(z.string(), z.looseObject({ type: z.string().optional(), enum: z.array(json()).optional() }))
    .optional(),
  steps: z.array(
    z.looseObject({
      id: z.string(),
      action: z.string(),
      params: object().optional(),
      depends_on: z.array(z.string()).optional(),
      condition: z.string().optional(),
      retry: z.looseObject({ retry_on: z.array(z.string()).optional() }).optional(),
      name: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
  outputs: object().optional(),
  settings: z.looseObject({}).optional(),
  layout: z
    .looseObject({
      steps: z.record(z.string(), z.looseObject({ x: z.number(), y: z.number() })).optional(),
      notes: z
        .array(z.looseObject({ id: z.string(), x: z.number(), y: z.number(), text: z.string() }))
        .optional(),
      frames: z
        .array(
          z.looseObject({
            id: z.string(),
            x: z.number(),
            y: z.number(),
            width: z.number(),
            height: z.number(),
            title: z.string().optional(),
            color: z.string().optional(),
            steps: z.array(z.string()).optional(),
            collapsed: z.boolean().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});

/** Reads pipeline text in any accepted form. docs/rules.md, section 1. Never throws. */
export function importPipeline(text: string, limits: ImportLimits = {}): ImportResult {
  return finish(importing(text, limits));
}

/** `importPipeline`, pausing between its stages. */
export function* importing(text: string, limits: ImportLimits = {}): Pausing<ImportResult> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const read = yield* readingJson(source, MAX_DOCUMENT_LEVELS);
  yield;
  if ('value' in read) return importParsed(read.value, limits);
  if (read.problem !== 'not JSON') return { ok: false, problem: { message: BEYOND[read.problem] } };
  const fault = locateJsonError(source);
  if (!fault) return { ok: false, problem: { message: 'The text is not valid JSON.' } };
  return {
    ok: false,
    problem: {
      ...fault,
      message: `Invalid JSON at line ${fault.line}, column ${fault.column}: ${fault.message}.`,
    },
  };
}

const BEYOND = {
  'too deep': `The document ${tooDeep(MAX_DOCUMENT_LEVELS)}.`,
  'too many names': `The document has more than ${MAX_NAMES.toLocaleString('en')} different names. Pass large values as run parameters or by URL.`,
  'too much memory': `The document would take more than ${megabytes(MAX_RUN_BYTES)} of memory. Pass large values as run parameters or by URL.`,
  'number too large': 'The document contains a number that is too large, such as 1e999.',
};

/** Reads a pipeline from a parsed JSON value, in any accepted form. */
export function importValue(value: unknown): ImportResult {
  if (isDeeperThan(value, MAX_DOCUMENT_LEVELS)) {
    return { ok: false, problem: { message: BEYOND['too deep'] } };
  }
  return importParsed(value, {});
}

function importParsed(value: unknown, { maxSteps = Number.POSITIVE_INFINITY }: ImportLimits): ImportResult {
  const candidate = Array.isArray(value) ? { steps: value } : value;
  if (!isJsonObject(candidate)) {
    return {
      ok: false,
      problem: { message: 'The document is not a pipeline. Use an object with "steps", or a list of steps.' },
    };
  }
  const document = withParamsKey(candidate);
  if (!Object.hasOwn(document, 'steps')) {
    return {
      ok: false,
      problem: { message: 'The object has no "steps". Add "steps" with a list of steps.' },
    };
  }
  const steps = Array.isArray(document.steps) ? document.steps.length : 0;
  const tooMany = refuseSteps(steps, maxSteps);
  if (tooMany !== undefined) return { ok: false, problem: { message: `${tooMany} ${FEWER_STEPS}`, steps } };
  const parsed = shape.safeParse(document);
  if (!parsed.success) return { ok: false, problem: { message: describeIssue(parsed.error, document) } };
  return { ok: true, document: asDocument(document) };
}

/**
 * Canonical text of a document: indented by two spaces, one value per line, a line break at the end. Key order is the
 * author's.
 */
export function formatPipeline(document: PipelineDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Accepts `parameters` for `params`, in its place, as an object or as a list of named declarations. */
function withParamsKey(document: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(document, 'parameters') || Object.hasOwn(document, 'params')) return document;
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) =>
      key === 'parameters' ? ['params', byName(value)] : [key, value],
    ),
  );
}

function byName(declarations: unknown): unknown {
  if (!Array.isArray(declarations)) return declarations;
  return Object.fromEntries(
    declarations.map((declaration, index) => {
      if (!isJsonObject(declaration) || typeof declaration.name !== 'string')
        return [String(index), declaration];
      const { name, ...rest } = declaration;
      return [name, rest];
    }),
  );
}

function describeIssue(error: z.ZodError, document: Record<string, unknown>): string {
  const { path, issue } = firstProblem(error);
  const [head, index, ...rest] = path;
  if (head === 'steps' && typeof index === 'number') {
    const step: unknown = Array.isArray(document.steps) ? document.steps[index] : undefined;
    const id = isJsonObject(step) && typeof step.id === 'string' ? ` ("${step.id}")` : '';
    const where = `Step ${index + 1}${id}`;
    return problemText(rest.length === 0 ? where : `${where}: ${pathText(rest, '')}`, issue);
  }
  return problemText(pathText(path, 'The document'), issue);
}

/** Guaranteed by `shape`, which was just checked. The result of zod is not used, because it reorders keys. */
function asDocument(value: unknown): PipelineDocument {
  return value as PipelineDocument;
}
