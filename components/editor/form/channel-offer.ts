import type { JsonObject, PipelineDocument, StepDocument } from '@/engine';
import { CHANNEL_KINDS, type ChannelKind, type ChannelName } from '@/engine/channels';
import type { ChannelList } from '@/lib/contracts/channels';
import { changeAction, setStepField } from '../model/edits';

/** The channel that needs no configuration. */
const INBOX: ChannelName = 'inbox';

/** The channel that a step uses and that is not configured; undefined where the step can send. */
export function missingChannel(step: StepDocument, { channels }: ChannelList): ChannelKind | undefined {
  const kind = channelOfStep(step);
  const known = channels.find(({ name }) => name === kind?.name);
  return known?.configured === false ? kind : undefined;
}

/** The channel of the installation that a step needs; undefined when it has a server of its own, or a template decides. */
function channelOfStep({ action, params = {} }: StepDocument): ChannelKind | undefined {
  if (action === 'email') return params.smtp === undefined ? kindOf('email') : undefined;
  if (action !== 'notification' || params.webhook_url !== undefined) return undefined;
  return kindOf(params.channel);
}

function kindOf(written: unknown): ChannelKind | undefined {
  return CHANNEL_KINDS.find(
    ({ name, synonyms }) => name === written || synonyms.some((synonym) => synonym === written),
  );
}

/** The document with a step that sends its message to the inbox. */
export function sendToInbox(document: PipelineDocument, step: StepDocument): PipelineDocument {
  const { id, action, params = {} } = step;
  if (action !== 'email') return setStepField(document, id, 'params', { ...params, channel: INBOX });
  const { subject, body, to } = params;
  const message: JsonObject = {
    channel: INBOX,
    ...(subject === undefined ? {} : { title: subject }),
    ...(body === undefined ? {} : { message: body }),
    ...(to === undefined ? {} : { recipients: to }),
  };
  return setStepField(changeAction(document, id, 'notification'), id, 'params', message);
}

/** Parameters with which new steps begin, by action: the inbox where no other channel is configured. */
export function startParams({ channels }: ChannelList): Readonly<Record<string, JsonObject>> {
  const isOther = channels.some(({ name, configured }) => configured && name !== INBOX);
  return isOther ? {} : { notification: { channel: INBOX } };
}
