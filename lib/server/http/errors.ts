import { ZodError } from 'zod';
import { type FoundProblem, isStock, pathText, problemAt, problemText } from '@/engine';
import { ERROR_STATUS, type ErrorBody } from '@/lib/contracts/errors';
import { isStorageFull } from '../adapters/blobs/storage-full';
import { isServiceError } from '../services/errors';
import { isStopping, isTransient } from '../store/retry';

/** Logs errors that the caller did not cause. */
export type Report = (error: unknown, what: string) => void;

/**
 * The response body for a thrown value. Unexpected errors are logged completely; the response omits their
 * details.
 */
export function errorBody(error: unknown, report: Report): ErrorBody {
  if (isServiceError(error)) {
    const { code, message, details } = error;
    return details === undefined ? { code, message } : { code, message, details };
  }
  if (error instanceof ZodError) return invalidInput(error);
  if (isZeroCharacter(error))
    return { code: 'invalid', message: 'The request contains a NUL character. Remove it.' };
  if (isStopping(error))
    return { code: 'unavailable', message: 'The server is stopping. Try again in a moment.' };
  report(error, 'A request failed');
  if (isStorageFull(error)) {
    return {
      code: 'storage_full',
      message: 'The disk is full. Free some disk space, then try again.',
    };
  }
  if (isTransient(error)) {
    return { code: 'unavailable', message: 'The database does not respond. Try again in a moment.' };
  }
  return {
    code: 'internal',
    message:
      'Internal error. Try again. If the error persists, report it with the details in the server log.',
  };
}

/** HTTP status of a body. */
export function statusOf(body: ErrorBody): number {
  return ERROR_STATUS[body.code];
}

/** PostgreSQL text cannot contain a zero character: appendix A, `character_not_in_repertoire`. */
function isZeroCharacter(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22021';
}

function invalidInput(error: ZodError): ErrorBody {
  const problems = error.issues.map((issue) => problemAt(issue));
  const [first] = problems;
  return {
    code: 'invalid',
    message: first === undefined ? 'The request is invalid.' : sentenceOf(first),
    details: problems.map(({ path, issue }) => ({
      path: path.join('.'),
      message: isStock(issue) ? sentenceOf({ path, issue }) : issue.message,
    })),
  };
}

function sentenceOf({ path, issue }: FoundProblem): string {
  if (path.length === 0 && !isStock(issue)) return issue.message;
  return problemText(pathText(path, 'The request'), issue);
}
