import type { ActionContext } from '../../../action-context';
import type { HttpResponse } from '../../../ports';
import { isMailbox, parseMailbox } from '../mail_address';
import {
  type Delivery,
  type Notice,
  recipientList,
  SEVERITY_SIGNS,
  shorten,
  statusLine,
  wholeCharacters,
} from './notice';
import { adviceFor, postJson, refusal, webhookTarget } from './post';

/** Microsoft Teams, limits: 28 KB for a message of a webhook. */
const MAX_BYTES = 28_000;
const MAX_TITLE = 200;
const MAX_MENTIONS = 50;

const COLOURS = { info: 'Accent', warning: 'Warning', error: 'Attention' } as const;

/**
 * A notice for a Teams workflow: an Adaptive Card in its envelope. A message that is too long is shortened with a note.
 */
export function teamsMessage(notice: Notice): string {
  const whole = envelope(notice, notice.message);
  const excess = bytesOf(whole) - MAX_BYTES;
  if (excess <= 0) return whole;
  // A character has at most six bytes in JSON, so this never cuts too much.
  let text = notice.message;
  for (let over = excess; over > 0 && text !== ''; ) {
    text = wholeCharacters(text, Math.min(text.length - 1, text.length - Math.ceil(over / 6)));
    const note = `\n… (the first ${text.length} of ${notice.message.length} characters)`;
    const cut = envelope(notice, text + note);
    over = bytesOf(cut) - MAX_BYTES;
    if (over <= 0) return cut;
  }
  return envelope(notice, '…');
}

/** Posts to a Teams workflow; delivered when it accepts the card. */
export async function sendTeams(
  notice: Notice,
  { webhookUrl }: { webhookUrl: string | undefined },
  ctx: ActionContext,
): Promise<Delivery> {
  const target = await webhookTarget(
    { given: webhookUrl, setting: 'teams_webhook_url', what: 'Microsoft Teams' },
    ctx,
  );
  for (const name of mentions(notice).unknown) {
    ctx.log.warning(
      `${name} is not an email address (such as jo@example.org) and is not notified in Microsoft Teams.`,
    );
  }
  const answer = await postJson(target, { body: teamsMessage(notice) }, ctx);
  if (answer.status === 200 || answer.status === 202) return { delivered: true, status_code: answer.status };
  throw refusal(target, answer, adviceOf(answer));
}

const ADVICE: Record<number, string> = {
  400: 'Microsoft Teams cannot read the card. Check that the URL belongs to a workflow that starts when a Teams webhook request is received.',
  401: 'The workflow requires a sign-in. Allow anyone to trigger the workflow, or copy the complete URL, including everything after the ?.',
  403: 'The workflow rejects this message. Allow anyone to trigger the workflow, or check its owner.',
  404: 'The workflow was removed. Create a new one and change webhook_url.',
  410: 'The workflow is disabled. Enable it, or create a new one.',
};

function adviceOf({ status }: HttpResponse): string {
  return ADVICE[status] ?? adviceFor(status);
}

function envelope(notice: Notice, message: string): string {
  const { title, severity } = notice;
  const { shown, entities } = mentions(notice);
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      ...(title === undefined
        ? []
        : [textBlock(shorten(title.replace(/\s+/g, ' '), MAX_TITLE), { size: 'Large', weight: 'Bolder' })]),
      ...(shown === '' ? [] : [textBlock(shown)]),
      textBlock(paragraphs(message)),
      textBlock(`${SEVERITY_SIGNS[severity]} ${statusLine(notice)}`, {
        color: COLOURS[severity],
        size: 'Small',
      }),
    ],
    msteams: { width: 'Full', entities },
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  };
  return JSON.stringify({ type: 'message', attachments: [attachment] });
}

function textBlock(text: string, style: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  return { type: 'TextBlock', text, wrap: true, ...style };
}

/** Teams shows a single line break as a space. */
function paragraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n+/g, '\n\n');
}

interface Mention {
  readonly type: 'mention';
  readonly text: string;
  readonly mentioned: { readonly id: string; readonly name: string };
}

/** Addresses become mentions, each with an entity of the same text, as Teams requires; other names stay text. */
function mentions(notice: Notice): { shown: string; entities: Mention[]; unknown: string[] } {
  const recipients = recipientList(notice).slice(0, MAX_MENTIONS);
  const entities = recipients.filter(isMailbox).map((one): Mention => {
    const { address, name = address } = parseMailbox(one, 'params.recipients');
    const plain = name.replace(/[<>]/g, '');
    return { type: 'mention', text: `<at>${plain}</at>`, mentioned: { id: address, name: plain } };
  });
  const unknown = recipients.filter((one) => !isMailbox(one));
  const texts = [
    ...entities.map(({ text }) => text),
    ...unknown.map((one) => shorten(one.replace(/[<>]/g, ''), 100)),
  ];
  return { shown: texts.join(' '), entities, unknown };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
