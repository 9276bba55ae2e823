/** An issue of a schema, as zod reports it. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
}

/** Where a value does not fit its schema, and why. */
export interface SchemaProblem {
  readonly path: readonly (string | number)[];
  /** Without a full stop. */
  readonly message: string;
}

/** The first problem of a value. Of several allowed forms, that of the form that fits best. */
export function problemAt(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): SchemaProblem {
  const [issue] = issues;
  if (issue === undefined) return { path: keysOf(prefix), message: 'the value is invalid' };
  const path = [...prefix, ...issue.path];
  const closest = issue.errors?.toSorted((one, other) => depthOf(one) - depthOf(other))[0];
  if (closest !== undefined && closest.length > 0) return problemAt(closest, path);
  return { path: keysOf(path), message: issue.message.replace(/\.$/, '') };
}

/** How far a form is from fitting: wrong or missing keys count more than wrong values. */
function depthOf(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, { code, path }) => sum + (code === 'unrecognized_keys' ? 3 : 1) + 1 / (1 + path.length),
    0,
  );
}

function keysOf(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((key) => (typeof key === 'number' ? key : String(key)));
}

/** A path as text: `fixtures[0].step`. */
export function placeText(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'The test';
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}
