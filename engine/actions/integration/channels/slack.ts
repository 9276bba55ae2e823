import type { ActionContext } from '../../../action-context';
import type { HttpResponse } from '../../../ports';
import {
  type Delivery,
  type Notice,
  recipientList,
  SEVERITY_LABELS,
  SEVERITY_SIGNS,
  shorten,
  statusLine,
} from './notice';
import { adviceFor, postJson, refusal, webhookTarget } from './post';

// Slack, reference of Block Kit: a header has at most 150 characters, a section 3,000.
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
/** Largest number of sections of a notice; a longer text is shortened with a note. */
const MAX_SECTIONS = 10;

/** A notice for Slack's incoming webhooks: blocks, and text for clients without blocks. */
export function slackMessage(notice: Notice): { text: string; blocks: Record<string, unknown>[] } {
  const { message, title, severity } = notice;
  const { shown } = mentions(notice);
  const heading =
    title === undefined ? [] : [headerBlock(`${SEVERITY_SIGNS[severity]} ${title.replace(/\s+/g, ' ')}`)];
  const called = shown === '' ? [] : [section(shown)];
  const label = title === undefined ? SEVERITY_LABELS[severity] : `${SEVERITY_LABELS[severity]}: ${title}`;
  return {
    text: cutEscaped(`${label}: ${message}`, MAX_SECTION),
    blocks: [
      ...heading,
      ...called,
      ...sections(message).map(section),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: cutEscaped(`${SEVERITY_SIGNS[severity]} ${statusLine(notice)}`, MAX_SECTION),
          },
        ],
      },
    ],
  };
}

/** Posts to a Slack incoming webhook; delivered when it returns `ok`. */
export async function sendSlack(
  notice: Notice,
  { webhookUrl }: { webhookUrl: string | undefined },
  ctx: ActionContext,
): Promise<Delivery> {
  const target = await webhookTarget({ given: webhookUrl, setting: 'slack_webhook_url', what: 'Slack' }, ctx);
  for (const name of mentions(notice).unknown) {
    ctx.log.warning(`${name} is not a Slack member ID (such as U012AB3CD) and is not notified.`);
  }
  const answer = await postJson(target, { body: JSON.stringify(slackMessage(notice)) }, ctx);
  const said = new TextDecoder().decode(answer.body).trim();
  if (answer.status === 200 && said === 'ok') return { delivered: true, status_code: 200 };
  throw refusal(target, answer, adviceOf(answer, said));
}

/** Slack, "Handling errors" of incoming webhooks. */
const KNOWN: Record<string, string> = {
  invalid_payload:
    'Slack cannot read the message (invalid_payload). Check that the URL is an incoming webhook.',
  invalid_blocks:
    'Slack does not accept the layout of the message (invalid_blocks). Shorten the title and the message.',
  no_text: 'Slack received no text (no_text). Check message.',
  user_not_found: 'Slack has no user with this ID (user_not_found). Check recipients.',
  channel_not_found:
    'The channel of this webhook no longer exists (channel_not_found). Create a new webhook.',
  channel_is_archived:
    'The channel of this webhook is archived (channel_is_archived). Unarchive the channel, or create a webhook for another one.',
  action_prohibited:
    'A workspace administrator has restricted this action (action_prohibited). Ask an administrator.',
  posting_to_general_channel_denied:
    'Posting to this channel is restricted (posting_to_general_channel_denied). Create a webhook for another channel, or ask a workspace administrator.',
  no_service: 'This webhook was removed or disabled (no_service). Create a new one and change webhook_url.',
  no_service_id: 'The URL is incomplete (no_service_id). Copy the URL again.',
  no_team: 'The workspace in the URL does not exist (no_team). Copy the URL again.',
  team_disabled: 'The workspace is disabled (team_disabled). Ask a workspace administrator.',
  invalid_token: 'The URL is invalid (invalid_token). Copy the URL again.',
};

function adviceOf({ status }: HttpResponse, said: string): string {
  if (Object.hasOwn(KNOWN, said)) return KNOWN[said] ?? '';
  if (status === 200) return 'The response is not “ok”. Check that the URL is a Slack incoming webhook.';
  return adviceFor(status);
}

const MEMBER = /^<?@?([UW][A-Z0-9]{6,20})>?$/;
const GROUP = /^(?:@|<!subteam\^)?(S[A-Z0-9]{6,20})>?$/;
const EVERYBODY = /^(?:@|<!)?(here|channel|everyone)>?$/;

/** Recipients as Slack mentions. Names that are not ids stay text without a mention. */
function mentions(notice: Notice): { shown: string; unknown: string[] } {
  const unknown: string[] = [];
  const shown = recipientList(notice).map((one) => {
    const member = MEMBER.exec(one)?.[1];
    if (member !== undefined) return `<@${member}>`;
    const group = GROUP.exec(one)?.[1];
    if (group !== undefined) return `<!subteam^${group}>`;
    const everybody = EVERYBODY.exec(one)?.[1];
    if (everybody !== undefined) return `<!${everybody}>`;
    unknown.push(one);
    return cutEscaped(one, 50);
  });
  return { shown: shown.slice(0, 50).join(' '), unknown };
}

function headerBlock(text: string): Record<string, unknown> {
  return { type: 'header', text: { type: 'plain_text', text: shorten(text, MAX_HEADER), emoji: true } };
}

function section(text: string): Record<string, unknown> {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the three characters without which a text can neither mention nor link. Slack, "Escaping text". */
function escaped(character: string): string {
  return ESCAPES[character] ?? character;
}

/** The escaped message in pieces for sections; shortened with a note when it is too long. */
function sections(message: string): string[] {
  const parts = [''];
  let taken = 0;
  for (const character of message) {
    const piece = escaped(character);
    const last = parts.at(-1) ?? '';
    if (last.length + piece.length > MAX_SECTION) {
      if (parts.length === MAX_SECTIONS)
        return [...parts, `… (the first ${taken} of ${message.length} characters)`];
      parts.push(piece);
    } else parts[parts.length - 1] = last + piece;
    taken += character.length;
  }
  return parts.filter((part) => part.trim() !== '');
}

/** Escaped text of at most this length, with a mark where it was cut. */
function cutEscaped(text: string, maxLength: number): string {
  let result = '';
  for (const character of text) {
    const piece = escaped(character);
    if (result.length + piece.length > maxLength - 1) return `${result}…`;
    result += piece;
  }
  return result;
}
