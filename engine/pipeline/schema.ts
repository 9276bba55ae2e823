import { z } from 'zod';
import { FAILURE_KINDS } from '../errors';
import type { Json, JsonObject } from '../json';

/** A step id. It may contain `-`, so expressions read `steps.<id>` as one word. docs/rules.md, section 2. */
export const STEP_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

export const PARAM_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** One declared input of a run. */
export const paramDeclarationSchema = z.looseObject({
  type: z.enum(PARAM_TYPES).default('string'),
  required: z.boolean().optional(),
  default: z.json().optional(),
  description: z.string().optional(),
  enum: z.array(z.json()).optional(),
});
export type ParamDeclaration = z.infer<typeof paramDeclarationSchema>;

/** Retry of one step. `max_attempts` counts the first attempt too. docs/rules.md, section 5. */
export const retrySchema = z.looseObject({
  max_attempts: z.int().min(1).max(10).optional(),
  backoff_multiplier: z.number().min(1).max(10).optional(),
  retry_on: z.array(z.enum(FAILURE_KINDS)).optional(),
  initial_delay_seconds: z.number().min(0).max(3600).optional(),
  max_delay_seconds: z.number().min(0).max(86_400).optional(),
});
export type Retry = z.infer<typeof retrySchema>;

export const ON_FAILURE = ['fail', 'continue'] as const;
export const ON_INTERRUPT = ['retry', 'ask', 'fail'] as const;

/** One step as its author wrote it, including unknown keys and accepted spellings. */
export interface StepDocument {
  id: string;
  action: string;
  params?: JsonObject;
  depends_on?: string[];
  condition?: string;
  retry?: Retry;
  name?: string;
  description?: string;
  timeout_seconds?: number;
  on_failure?: (typeof ON_FAILURE)[number];
  on_interrupt?: (typeof ON_INTERRUPT)[number];
  disabled?: boolean;
  [key: string]: unknown;
}

export interface PipelineSettings {
  timeout_seconds?: number;
  max_parallel_steps?: number;
  concurrency?: number;
  /** 0 to 100: queued runs with a higher priority start first. */
  priority?: number;
  /** Retention of runs after their end, in days. */
  keep_days?: number;
  /** Retention of the newest runs, as a number of runs. */
  keep_runs?: number;
  on_interrupt?: (typeof ON_INTERRUPT)[number];
  [key: string]: unknown;
}

/** A position on the canvas, in pixels. */
export interface Position {
  x: number;
  y: number;
}

/** A note on the canvas. */
export interface Note extends Position {
  id: string;
  text: string;
  width?: number;
  height?: number;
}

/** A titled area of the canvas around steps. Its steps move with it; collapsed, one card stands for all of them. */
export interface Frame extends Position {
  id: string;
  width: number;
  height: number;
  title?: string;
  /** One of the colours of the editor; any other is drawn as the first. */
  color?: string;
  /** Ids of its steps. A step in several frames belongs to the first. */
  steps?: string[];
  collapsed?: boolean;
}

/** Positions on the canvas. The engine does not read them. */
export interface Layout {
  steps?: Record<string, Position>;
  notes?: Note[];
  frames?: Frame[];
  [key: string]: unknown;
}

/** A pipeline as its author wrote it, including accepted spellings, key order and unknown keys. */
export interface PipelineDocument {
  name?: string;
  description?: string;
  params?: Record<string, ParamDeclaration>;
  steps: StepDocument[];
  outputs?: JsonObject;
  settings?: PipelineSettings;
  layout?: Layout;
  [key: string]: unknown;
}

/** One step as the engine reads it: canonical action type and parameter names. */
export interface Step {
  readonly id: string;
  /** Canonical action type, or the written name when no action has it. */
  readonly action: string;
  readonly params: JsonObject;
  /** Canonical parameter name to the author's spelling, where they differ. */
  readonly spelling: Readonly<Record<string, string>>;
  readonly dependsOn: readonly string[];
  readonly condition: string | undefined;
  readonly retry: Retry | undefined;
  readonly name: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly onFailure: (typeof ON_FAILURE)[number];
  readonly onInterrupt: (typeof ON_INTERRUPT)[number] | undefined;
  readonly disabled: boolean;
}

/** A pipeline as the engine reads it, made by `normalize`. */
export interface Pipeline {
  readonly name: string;
  readonly params: Readonly<Record<string, ParamDeclaration>>;
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, Json>>;
  readonly settings: PipelineSettings;
}

/** Name of a pipeline without a name. */
export const UNTITLED = 'Untitled pipeline';

/** Highest `settings.priority`. The lowest is 0, the default. */
export const MAX_PRIORITY = 100;

/** Highest `settings.keep_days`: 100 years. */
export const MAX_KEEP_DAYS = 36_500;

/** Highest `settings.keep_runs`. */
export const MAX_KEEP_RUNS = 10_000_000;

/** Concurrent steps of a run when `settings.max_parallel_steps` is absent. */
export const DEFAULT_MAX_PARALLEL_STEPS = 10;
