import { z } from 'zod';
import type { Json } from '@/engine/json';
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_LEVELS, MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { boundedObject } from './bounded-json';

/** Most items of a list that an answer shows. */
export const MAX_SHOWN_ITEMS = 1000;

/** Largest value that an answer shows, in characters of JSON. */
export const MAX_SHOWN_LENGTH = 256 * 1024;

export const tryFunctionInput = z.strictObject({
  pipelineId: z.string().min(1).max(100),
  stepId: z.string().min(1).max(200),
  /** The parameters of the step as they stand in the editor, saved or not. */
  params: boundedObject({ levels: MAX_DOCUMENT_LEVELS, bytes: MAX_PARAMS_BYTES }),
  /** The document as it stands in the editor. @default the saved one */
  document: z.string().max(MAX_DOCUMENT_BYTES).optional(),
});
export type TryFunctionInput = z.input<typeof tryFunctionInput>;

/** What trying a function gave. Long lists and texts are cut in `input` and `output`; counts are of the whole. */
export type TryFunctionAnswer =
  | {
      readonly status: 'done';
      /** Where the input came from, for people: `run 12`. */
      readonly from: string;
      readonly input: Json;
      readonly output: Json;
      /** Items, where it is a list. */
      readonly inputCount?: number;
      readonly outputCount?: number;
      readonly ms: number;
    }
  /** There is no run whose data could be taken. */
  | { readonly status: 'no_data'; readonly message: string }
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly from?: string;
      readonly input?: Json;
      readonly inputCount?: number;
      /** Of the function's text, from 1. */
      readonly line?: number;
    };
