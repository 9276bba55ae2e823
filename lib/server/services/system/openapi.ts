import { describeApi, type OpenApiDocument } from '@/lib/contracts/openapi';
import { VERSION } from '../../release';

let known: OpenApiDocument | undefined;

/** The OpenAPI document of this release. It never changes while the process runs. */
export function readOpenApi(): OpenApiDocument {
  known ??= describeApi(VERSION);
  return known;
}
