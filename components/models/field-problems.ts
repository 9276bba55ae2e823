/** What is wrong with the fields of a dialog, by their names in the contract; `all` is about the whole. */
export type FieldProblems = Readonly<Record<string, string>>;

/** The problems that a schema found. */
export function problemsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): FieldProblems {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? 'all'), message]));
}
