import type { Diagnostic, Json, JsonObject, JsonSchema } from '@/engine';

export interface WidgetProps {
  /** Id of the control, so that its label and messages can point to it. */
  readonly id: string;
  readonly label: string;
  readonly schema: JsonSchema;
  /** The value as written; undefined while the parameter is not given. */
  readonly value: Json | undefined;
  /** Writes a value, or removes the parameter. `at` is the path of the leaf that changed, when it lies deeper. */
  readonly onChange: (value: Json | undefined, at?: string) => void;
  /** Path below the step, in the author's spelling: `params.url`. */
  readonly path: string;
  /** The parameters beside this one, by canonical name. */
  readonly siblings: JsonObject;
  /** Problems at this path and below. */
  readonly problems: readonly Diagnostic[];
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** Whether a template can take the place of the value. @default false */
  readonly switchable?: boolean;
  /** Initial cursor, when the control replaces a focused one. */
  readonly focusAt?: number;
}
