import type { Source, SourceRequest } from '../source';
import { planObjects } from './bucket';
import { requiredKeys } from './bucket-keys';
import { S3Bucket, type S3SourceSettings, type SourceClients } from './s3-bucket';

/** Objects in buckets of Amazon S3 or a compatible store: `s3://bucket/key`. */
export function createS3Source(clients: SourceClients, settings: S3SourceSettings): Source {
  const credentialsOf = ({ token }: SourceRequest) =>
    token === undefined ? settings.credentials : requiredKeys(token);
  return {
    plan: (request) =>
      planObjects(request, 's3', (bucket) => {
        const store = { ...settings, credentials: credentialsOf(request) };
        return new S3Bucket({ clients, store, bucket, request });
      }),
  };
}
