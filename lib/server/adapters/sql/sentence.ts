const MAX_LENGTH = 300;

/**
 * Formats a message of a database as one sentence, shortened with `…`. The message may repeat a secret and is
 * masked later.
 */
export function sentence(message = ''): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const text = `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
  if (text.length > MAX_LENGTH) return `${text.slice(0, MAX_LENGTH - 1)}…`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
