const FORMATS = [
  // Amazon: permanent and temporary access keys
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  // GitHub and GitLab
  /\bgh[pousr]_[A-Za-z0-9]{36,255}/,
  /\bgithub_pat_\w{22,255}/,
  /\bglpat-[\w-]{20,255}/,
  // Slack
  /\bxox[a-z]-[A-Za-z0-9-]{10,255}/,
  // Stripe
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}/,
  // Model providers
  /\bsk-[\w-]{20,255}/,
  /\bhf_[A-Za-z0-9]{30,255}/,
  // Private keys, to their end or the end of the text
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/,
];

/** Every repetition is bounded or unambiguous, so that matching takes linear time. */
const ANY = new RegExp(FORMATS.map(({ source }) => source).join('|'), 'g');

/**
 * Hides texts in the format of a known kind of credential. For lines that people read; data that a later step may need
 * is not changed.
 */
export function maskFormats(text: string, replacement: string): string {
  return text.replace(ANY, replacement);
}
