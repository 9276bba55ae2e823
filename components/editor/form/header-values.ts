import { COMMON_MEDIA_TYPES } from '@/engine/media-types';
import { writeSecret } from './secret-names';

/** Values offered for a header by its name. Credentials are offered from secrets, never as text. */
export function headerValues(name: string, secrets: readonly string[]): readonly string[] {
  switch (name.toLowerCase()) {
    case 'accept':
    case 'content-type':
      return COMMON_MEDIA_TYPES;
    case 'authorization':
      return secrets.map((secret) => `Bearer ${writeSecret(secret)}`);
    case 'x-api-key':
      return secrets.map(writeSecret);
    case 'cache-control':
      return ['no-cache', 'no-store'];
    case 'prefer':
      return ['return=representation', 'return=minimal', 'respond-async'];
    default:
      return [];
  }
}
