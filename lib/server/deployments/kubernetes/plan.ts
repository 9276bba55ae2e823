import type { ModelFileRow, ModelRow } from '../../store/models/model-row';

/** What the pods of a deployment are. */
export interface PodPlan {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly healthPath: string;
  readonly readyTimeoutSeconds: number;
  /** The volume that has the files; without one they are downloaded. */
  readonly claim: string | undefined;
  readonly subPath: string | undefined;
  readonly download:
    | {
        readonly image: string;
        /** Contents for the Secret. Addresses can contain credentials. */
        readonly files: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly pod: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly imagePullSecrets?: readonly string[];
  };
}

/** What a model is in a cluster. */
export interface DeliveredModel {
  readonly model: ModelRow;
  readonly files: readonly ModelFileRow[];
}
