import { ActionError } from '../../errors';
import { hasControl } from './mail_address';

/**
 * Text for one header line of a mail, such as its subject.
 * @throws ActionError `invalid_params` when it contains a line break, or is too long
 */
export function mailLine(written: string, path: string, maxLength: number): string {
  if (hasControl(written)) {
    throw invalid(
      path,
      `${path} contains a line break or a control character, which email headers do not allow. Remove it.`,
    );
  }
  if (written.length > maxLength) {
    throw invalid(path, `${path} has ${written.length} characters. The limit is ${maxLength}.`);
  }
  return written;
}

function invalid(path: string, message: string): ActionError {
  return new ActionError('invalid_params', message, { path });
}
