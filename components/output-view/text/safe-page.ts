/** What a shown page may load: nothing from outside, no script, no form, no frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; font-src data:; form-action 'none'; base-uri 'none'";

/**
 * A stored page for `srcdoc`. Its first element is a policy that the page cannot loosen; the frame's empty `sandbox` refuses
 * scripts, forms and navigation of the window besides.
 */
export function safePage(html: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">${html}`;
}
