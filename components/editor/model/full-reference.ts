/** The full form that the hint of a problem offers for the short form of a reference. */
export function fullReference(hint: string | undefined): string | undefined {
  return /^Write (steps\.\S+) for /.exec(hint ?? '')?.[1];
}
