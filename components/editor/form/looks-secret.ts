/**
 * Whether a text that is written out may give away a secret: an address with a password in it, or what looks like a
 * key. An address without one, such as a file of SQLite, does not.
 */
export function looksSecret(text: string): boolean {
  const written = text.trim();
  if (written === '') return false;
  // What templates give is not written here.
  const literal = written.replace(/\{\{[\s\S]*?(?:\}\}|$)/g, '');
  if (literal.trim() === '') return false;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(literal);
  if (scheme === null) return !written.includes('{{');
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(written)?.[1] ?? '';
  const password = authority.includes(':') ? authority.slice(authority.indexOf(':') + 1) : '';
  const isTemplate = /^\s*\{\{[\s\S]*\}\}\s*$/.test(password);
  return (password !== '' && !isTemplate) || /[?&](?:password|token|api_?key|secret)=[^&{]/i.test(written);
}
