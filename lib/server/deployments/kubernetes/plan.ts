import type { ModelFileRow, ModelRow } from '../../store/models/model-row';

/** How the pods of a deployment are started. */
export interface PodPlan {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly healthPath: string;
  readonly readyTimeoutSeconds: number;
  /** The claim of the volume with the files; undefined when they are downloaded. */
  readonly claim: string | undefined;
  readonly subPath: string | undefined;
  readonly download:
    | {
        readonly image: string;
        /** Files of the Secret. A Secret, because addresses can contain credentials. */
        readonly files: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly pod: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly imagePullSecrets?: readonly string[];
  };
}

/** A model to deliver to pods. */
export interface DeliveredModel {
  readonly model: ModelRow;
  readonly files: readonly ModelFileRow[];
}
