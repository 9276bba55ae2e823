/** What kind of problem a diagnostic reports; stable, so tools may match on it. */
export const DIAGNOSTIC_CODES = [
  'invalid_document',
  'invalid_step_id',
  'duplicate_step_id',
  'unknown_action',
  'unknown_parameter',
  'missing_parameter',
  'invalid_parameter',
  'duplicate_parameter',
  'unused_parameter',
  'list_too_long',
  'unknown_step',
  'self_reference',
  'cycle',
  'invalid_expression',
  'bare_reference',
  'unknown_name',
  'unknown_param',
  'unknown_field',
  'type_mismatch',
  'impossible_comparison',
  'may_be_missing',
  'secret_exposed',
  'literal_credential',
  'unknown_secret',
  'secret_host',
  'invalid_retry',
  'invalid_setting',
  'branch_without_target',
  'empty_pipeline',
  'too_many_steps',
] as const;

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** A problem in a pipeline. Errors block a run, warnings do not. Validation collects them and never throws. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** The step it is about; absent for the pipeline as a whole. */
  readonly step?: string;
  /** Path below the step, or below the document when `step` is absent, in the author's spelling: `params.url`, `depends_on.0`. */
  readonly path: string;
  /** Characters `[start, end)` within the string at `path`, for problems inside an expression. */
  readonly range?: { readonly start: number; readonly end: number };
  /** What is wrong and where, in one sentence. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
}
