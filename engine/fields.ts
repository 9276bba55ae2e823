import { z } from 'zod';
import { isJsonObject, type Json, json } from './json';
import { MAX_SECONDS } from './value-limits';

/** Form controls that the JSON type does not determine. `components/editor/form/widgets` has one file for each. */
export const WIDGETS = [
  'text',
  'multiline',
  'url',
  'key_value',
  'json',
  'code',
  'condition',
  'step',
  'steps',
  'branches',
  'action',
  'action_params',
  'cluster',
  'deployment',
  'seconds',
  'sql',
  'addresses',
  'attachments',
  'secret',
  'model',
] as const;
export type Widget = (typeof WIDGETS)[number];

/** How the engine reads what the author wrote in a field. */
export type Reads =
  /** `{{ }}` is resolved before the action sees the value; the default. */
  | 'template'
  /** The text is one expression, with or without braces, evaluated by the action. */
  | 'expression'
  /** Templates stay as written and are rendered by the action with more names (`item`, `index`, `input`, `check`). */
  | 'deferred'
  /** The text is used unchanged, such as code: two braces are not a template. */
  | 'verbatim'
  /** Templates become bound values, separate from the text; the action reads `ctx.bound(name)`. */
  | 'bound';

/** The values of another parameter with which a parameter has an effect. */
export interface Applies {
  /** The other parameter. */
  readonly by: string;
  readonly values: readonly Json[];
}

declare module 'zod' {
  interface GlobalMeta {
    widget?: Widget;
    /** Unit shown beside the control. */
    unit?: string;
    /** @default 'template' */
    reads?: Reads;
    /** Additional names for expressions in this field. */
    names?: string[];
    /** The value names steps: targets of a branch, or sources of data. */
    edge?: 'source' | `branch:${string}` | 'branches';
    /**
     * `refused`: a secret here would be shown to people. docs/rules.md, section 6.5. `required`: the value is one secret, and
     * only its name is stored.
     */
    secrets?: 'refused' | 'required';
    /** The value is an address: `web` for http(s), `server` for one that may contain a password. */
    address?: 'web' | 'server';
    /** Values by accepted spelling: `{ chat_a: 'slack' }`. */
    synonyms?: Record<string, string>;
    /** Label of each enum value, when the value itself is not clear. */
    labels?: Record<string, string>;
    /** Suggestions under the field, such as known statuses. Other values are valid too. */
    suggestions?: string[];
    /** Whether forms show the field before it has a value, although it is optional. */
    usual?: boolean;
    /** Without one of these values the field has no effect, and forms do not offer it. */
    applies?: Applies;
    /** The value is the largest length of the list in this parameter. */
    limits?: string;
    /** What the action reads when the field is absent: `upstream`, the output of the only upstream step. */
    fallback?: 'upstream';
    /** Of a field of an output: the parameter whose value it is, unchanged. */
    sameAs?: string;
    /** Of a field of an output: the parameters that it is computed from. Fields without are returned by the action. */
    computedFrom?: string[];
    /** Of a field of an output: it lists the outputs of the action with these parameters, one for each item. */
    collects?: string;
    /** Of a field of an output: it is also the output of the run that this parameter names. */
    setsOutput?: string;
    /** Which of the two accepted spellings has this field; `added`: neither. @default both */
    variant?: 'a' | 'b' | 'added';
  }
}

/** Text for people. Values of templates are converted as in mixed text: other types to JSON. */
export const prose = () =>
  z.preprocess((value: Json | undefined) => asText(value), z.string()).meta({ widget: 'multiline' });

function asText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** An http or https address. */
export const url = () => z.string().min(1).meta({ widget: 'url', address: 'web' });

/** A duration in whole or part seconds, from 0 to 100 years. */
export const seconds = () => z.number().min(0).max(MAX_SECONDS).meta({ widget: 'seconds', unit: 's' });

/** Header-like pairs; values of any scalar type become text. */
export const keyValue = () =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .meta({ widget: 'key_value' });

/** Any JSON value. */
export const anyJson = () => json().meta({ widget: 'json' });

/** A boolean expression, written as in `condition`. */
export const condition = () => z.string().min(1).meta({ widget: 'condition', reads: 'expression' });

/** One step id or a list of them, the targets of a branch with this name. */
export const branchTarget = (branch: string) =>
  z.union([z.string(), z.array(z.string())]).meta({ widget: 'step', edge: `branch:${branch}` });

/** Steps whose outputs are read. */
export const sourceSteps = () => z.array(z.string()).min(1).meta({ widget: 'steps', edge: 'source' });

/** Text on one line, such as a subject. The value of a template may be a number or a boolean too. */
export const line = () =>
  z.preprocess(
    (value: Json | undefined) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    z.string(),
  );

/** One mailbox or several: one text with commas between them, or a list with one in each entry. */
export const addresses = () => z.union([z.string(), z.array(z.string())]).meta({ widget: 'addresses' });

/** As `addresses`, with at least one. */
export const someAddresses = () =>
  z.union([z.string().min(1), z.array(z.string()).min(1)]).meta({ widget: 'addresses' });

/** A file of a mail: its content, or a stored file by its path or as the object in outputs. */
const attachment = z.strictObject({
  filename: z.string().optional().describe('File name. Default for a stored file: its own name.'),
  content: prose().optional().describe('Content as text. Other values become JSON.'),
  content_base64: z.string().optional().describe('Content as base64.'),
  path: z.string().optional().describe('Path of a stored file, from an output: files/…'),
  content_type: z.string().optional().describe('Content type, for example text/csv.'),
  name: z.string().optional().describe('Name of a stored file.'),
  size: z.number().optional().describe('Size of a stored file, in bytes.'),
  sha256: z.string().optional().describe('SHA-256 of a stored file, in hex.'),
});

/** Attachments of a mail; a single one needs no list. */
export const attachments = () =>
  z
    .preprocess(
      (value: Json | undefined) => (isJsonObject(value) ? [value] : value),
      z.array(attachment).max(20),
    )
    .meta({ widget: 'attachments' });
