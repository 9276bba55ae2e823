/** The bundled PostgreSQL cannot be used; the message says why and what to do next. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

/** The `code` of a system or PostgreSQL error ("ENOENT", "57P03"), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
