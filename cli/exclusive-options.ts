/** The names without one: an option of a group excludes the others, not itself. */
export function except(names: readonly string[], own: string): string[] {
  return names.filter((name) => name !== own);
}
