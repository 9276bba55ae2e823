import type { Failure, FailureKind } from './errors';

/** The name of a failure wherever it is shown: its kind, with its code if it has one. */
export function failureName({ kind, code }: Pick<Failure, 'kind' | 'code'>): string {
  return code === undefined || code === kind ? kind : `${kind} ${code}`;
}

/** What to do after a failure of each kind. docs/rules.md, section 5. */
const ADVICE: Readonly<Record<FailureKind, string>> = {
  timeout: 'Raise the timeout or add a retry, then re-run.',
  connection_error: 'Re-run when the connection works. For short interruptions, add a retry.',
  http_status: 'The response status is not in expect_status. See the logs for the response body.',
  rejected: 'The service rejected the request. Fix the cause it reports, then re-run.',
  invalid_params: 'Correct the parameter, then re-run with the current definition.',
  expression_error: 'Correct the expression. Use default(value, fallback) for values that may be missing.',
  explicit_failure: 'A Fail step ended the run. See the upstream steps for the cause.',
  storage_full: 'Free space on the server, then re-run.',
  internal: 'This is a bug in Pipewright. Report it with the run ID and the logs of this attempt.',
  unknown_effect: 'Check the external system, then choose an answer or re-run.',
  cancelled: 'Cancelled by a user. Re-run when you are ready.',
};

/** What to do after a failure. */
export function adviceFor({ kind }: Pick<Failure, 'kind'>): string {
  return ADVICE[kind];
}

const MISSING = ' is missing: ';

/**
 * The message of a failure for one short line, the part that differs first: the path of the parameter is left out, and
 * a missing name comes before the place where it was looked for.
 */
export function failureSummary({ message, path }: Pick<Failure, 'message' | 'path'>): string {
  const prefix = `${path}: `;
  const own = path !== undefined && message.startsWith(prefix) ? message.slice(prefix.length) : message;
  const [reference = '', reason] = splitOnce(own, MISSING);
  if (reason === undefined) return own;
  const name = reference.slice(Math.max(reference.lastIndexOf('.'), reference.lastIndexOf('[')) + 1);
  return `no ${name.replace(/[\]"]/g, '')}: ${shortPaths(reason)}`;
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** `steps.call.output.body` as `call.body`. */
function shortPaths(text: string): string {
  return text.replaceAll(/\bsteps\.([\w-]+)\.output\b/g, '$1');
}
