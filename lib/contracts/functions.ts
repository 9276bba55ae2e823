import { z } from 'zod';
import type { Json } from '@/engine/json';
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { boundedObject } from './bounded-json';

/** Largest number of items of a list in the response. */
export const MAX_SHOWN_ITEMS = 1000;

/** Largest value in the response, in characters of JSON. */
export const MAX_SHOWN_LENGTH = 256 * 1024;

export const tryFunctionInput = z.strictObject({
  pipelineId: z.string().min(1).max(100),
  stepId: z.string().min(1).max(200),
  /** The parameters of the step in the editor, saved or not. */
  params: boundedObject({ levels: MAX_DOCUMENT_LEVELS, bytes: MAX_PARAMS_BYTES }),
  /** The document in the editor. @default the saved one */
  document: z.string().max(MAX_DOCUMENT_BYTES).optional(),
});
export type TryFunctionInput = z.input<typeof tryFunctionInput>;

/**
 * The result of trying a function. Long lists and texts are shortened in `input` and `output`; counts are of the whole.
 */
export type TryFunctionAnswer =
  | {
      readonly status: 'done';
      /** The source of the input, for people: `run 12`. */
      readonly from: string;
      readonly input: Json;
      readonly output: Json;
      /** Number of items, when it is a list. */
      readonly inputCount?: number;
      readonly outputCount?: number;
      readonly ms: number;
    }
  /** There is no run with data. */
  | { readonly status: 'no_data'; readonly message: string }
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly from?: string;
      readonly input?: Json;
      readonly inputCount?: number;
      /** Line of the function's text, from 1. */
      readonly line?: number;
    };
