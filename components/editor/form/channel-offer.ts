import { isJsonObject, type JsonObject, type PipelineDocument, type StepDocument } from '@/engine';
import { CHANNEL_KINDS, type ChannelKind, type ChannelName } from '@/engine/channels';
import type { ChannelList } from '@/lib/contracts/channels';
import type { innerActionFields } from '../model/card-size';
import { changeAction, setStepField } from '../model/edits';

/** The channel that needs no configuration. */
const INBOX: ChannelName = 'inbox';

/** The action that sends to channels. */
const NOTIFICATION = 'notification';

/** An action with its parameters: of a step, or the one that a step runs for each item. */
type Sender = Pick<StepDocument, 'action' | 'params'>;

/** Parameters for the type and the parameters of an inner action. */
type InnerFields = ReturnType<typeof innerActionFields>;

/** The action of a step that may send a message: the inner one where there is one. */
export function senderOf(step: StepDocument, fields: InnerFields): Sender {
  if (fields === undefined) return step;
  const { [fields.action]: action, [fields.params ?? '']: params } = step.params ?? {};
  return { action: typeof action === 'string' ? action : '', params: isJsonObject(params) ? params : {} };
}

/** The channel that an action uses and that is not configured; undefined where it can send. */
export function missingChannel(sender: Sender, { channels }: ChannelList): ChannelKind | undefined {
  const kind = channelOf(sender);
  const known = channels.find(({ name }) => name === kind?.name);
  return known?.configured === false ? kind : undefined;
}

/** The channel of the installation that is needed; undefined with a server of its own, or when a template decides. */
function channelOf({ action, params = {} }: Sender): ChannelKind | undefined {
  if (action === 'email') return params.smtp === undefined ? kindOf('email') : undefined;
  if (action !== 'notification' || params.webhook_url !== undefined) return undefined;
  return kindOf(params.channel);
}

function kindOf(written: unknown): ChannelKind | undefined {
  return CHANNEL_KINDS.find(
    ({ name, synonyms }) => name === written || synonyms.some((synonym) => synonym === written),
  );
}

/** The document with a step that sends its message, or that of its inner action, to the inbox. */
export function sendToInbox(
  document: PipelineDocument,
  step: StepDocument,
  fields?: InnerFields,
): PipelineDocument {
  const { id, params = {} } = step;
  const message = messageOf(senderOf(step, fields));
  if (fields === undefined) {
    const sending = step.action === NOTIFICATION ? document : changeAction(document, id, NOTIFICATION);
    return setStepField(sending, id, 'params', message);
  }
  const inner = fields.params === undefined ? {} : { [fields.params]: message };
  return setStepField(document, id, 'params', { ...params, [fields.action]: NOTIFICATION, ...inner });
}

/** The parameters of a notification to the inbox with all that was written. */
function messageOf({ action, params = {} }: Sender): JsonObject {
  if (action !== 'email') return { ...params, channel: INBOX };
  const { subject, body, to } = params;
  return {
    channel: INBOX,
    ...(subject === undefined ? {} : { title: subject }),
    ...(body === undefined ? {} : { message: body }),
    ...(to === undefined ? {} : { recipients: to }),
  };
}

/** Parameters with which new steps begin, by action: the inbox where no other channel is configured. */
export function startParams({ channels }: ChannelList): Readonly<Record<string, JsonObject>> {
  const isOther = channels.some(({ name, configured }) => configured && name !== INBOX);
  return isOther ? {} : { notification: { channel: INBOX } };
}
