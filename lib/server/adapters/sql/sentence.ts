const MAX_LENGTH = 300;

/** A database's words as one sentence. Where they are cut stands a `…`: they may repeat a secret, and are masked later. */
export function sentence(message = ''): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const text = `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
  if (text.length > MAX_LENGTH) return `${text.slice(0, MAX_LENGTH - 1)}…`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
