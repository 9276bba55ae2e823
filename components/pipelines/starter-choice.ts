import type { Preview } from './preview';

/** A starter for its card, with the document of a new pipeline. */
export interface StarterChoice {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly stepCount: number;
  readonly preview: Preview;
  /** A larger drawing with the names of the steps; absent for a starter that is not featured. */
  readonly drawing?: Preview | undefined;
  /** The document, for `createPipeline`. */
  readonly text: string;
}
