import type { ActionContext } from '../../../action-context';
import { type SettingName, settingVariable } from '../../../channels';
import { ActionError } from '../../../errors';
import type { HttpResponse } from '../../../ports';
import { retryAfterOf } from '../retry_after';

/** The hint to use a channel that needs no configuration. */
const OR_INBOX = 'The channel inbox needs no configuration.';

/** Timeout of a service, in seconds. */
const SECONDS = 30;

/**
 * The address of a notification: that of the step, otherwise that of the installation.
 * @param what the channel's name for people
 * @throws ActionError `invalid_params`; the message never repeats the address, which may itself be a secret
 */
export async function webhookTarget(
  { given, setting, what }: { given: string | undefined; setting: SettingName; what: string },
  ctx: ActionContext,
): Promise<URL> {
  const written = given ?? (await ctx.setting(setting));
  if (written === undefined) {
    throw invalid(
      `No webhook URL for ${what}. Set webhook_url of the step to {{secrets.<name>}}, or set ${settingVariable(setting)} for this installation. ${OR_INBOX}`,
    );
  }
  const source = given === undefined ? settingVariable(setting) : 'params.webhook_url';
  if (!URL.canParse(written)) throw invalid(`${source} is not a URL. Enter a URL that starts with https://.`);
  const target = new URL(written);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw invalid(`${source} is not an HTTP URL. Enter a URL that starts with https:// or http://.`);
  }
  if (target.username !== '' || target.password !== '') {
    throw invalid(`${source} contains a user name or password. Webhooks do not support them; remove both.`);
  }
  return target;
}

function invalid(message: string): ActionError {
  return new ActionError('invalid_params', message, { path: 'params.webhook_url' });
}

/**
 * Posts JSON and returns the response with any status. Redirects are not followed: the notice is only for this address.
 */
export async function postJson(
  target: URL,
  { body, headers = {} }: { body: string; headers?: Readonly<Record<string, string>> },
  ctx: ActionContext,
): Promise<HttpResponse> {
  const answer = await ctx.http({
    url: target.href,
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': ctx.idempotencyKey,
      ...headers,
    },
    body,
    signal: ctx.deadline(SECONDS),
    maxRedirects: 0,
  });
  if (answer.status < 300 || answer.status > 399) return answer;
  throw refusal(target, answer, 'The response is a redirect, which is not followed. Enter the final URL.');
}

/** The failure for an unsuccessful response. @param advice sentences about its meaning and what to do */
export function refusal(target: URL, answer: HttpResponse, advice: string): ActionError {
  const retryAfter = retryAfterOf(answer.headers, new Date());
  return new ActionError('rejected', `${target.host} returned ${answer.status}. ${advice}`, {
    code: String(answer.status),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** What a status means for any webhook. */
export function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Access denied. Check the URL and its permissions.';
  if (status === 404 || status === 410)
    return 'The webhook no longer exists. Create a new one and change webhook_url.';
  if (status === 413) return 'The message is too large. Send a shorter message.';
  if (status === 429) return 'The rate limit is exceeded. Try again later.';
  if (status >= 500) return 'The service has an internal error. Try again later.';
  return 'The service rejected the message. Check that the URL belongs to this channel.';
}
