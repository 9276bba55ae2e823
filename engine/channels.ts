/** One setting of a channel: its label and hint in forms, and the format of its value. */
export interface ChannelField {
  readonly name: SettingName;
  readonly label: string;
  /** Hint about its value. */
  readonly hint: string;
  readonly placeholder: string;
  readonly form: 'smtp' | 'mailbox' | 'webhook' | 'key';
}

interface ChannelFacts {
  /** Name for people. */
  readonly title: string;
  /** The service that accepts the message. */
  readonly receiver: string;
  readonly icon: 'email' | 'notification' | 'hook' | 'inbox';
  /** Description of the channel. */
  readonly about: string;
  /** Other accepted spellings. */
  readonly synonyms: readonly string[];
  /** Settings by name, the one that the channel needs first; the variable of a setting is its name in capitals. */
  readonly settings: Readonly<Record<string, Omit<ChannelField, 'name'>>>;
}

/**
 * The table of channels, in the order of forms and pages. `engine/actions/integration/notification.ts` names the
 * function that sends over each.
 */
export const CHANNELS = {
  email: {
    title: 'Email',
    receiver: 'Mail server',
    icon: 'email',
    about: 'Sends email steps and email notifications, unless a step sets its own mail server.',
    synonyms: [],
    settings: {
      smtp_url: {
        label: 'Mail server',
        hint: 'smtp://user:password@host:587, or smtps:// for implicit TLS. Write @ : / in the password as %40 %3A %2F.',
        placeholder: 'smtp://user:password@mail.example.org:587',
        form: 'smtp',
      },
      mail_from: {
        label: 'Sender',
        hint: 'From address, visible to recipients.',
        placeholder: 'Pipewright <pipewright@example.org>',
        form: 'mailbox',
      },
    },
  },
  slack: {
    title: 'Slack',
    receiver: 'Slack',
    icon: 'notification',
    about: 'Receives notifications with the channel Slack.',
    synonyms: ['chat_a'],
    settings: {
      slack_webhook_url: {
        label: 'Incoming webhook',
        hint: 'URL of the incoming webhook of a Slack channel.',
        placeholder: 'https://hooks.slack.com/services/…',
        form: 'webhook',
      },
    },
  },
  teams: {
    title: 'Microsoft Teams',
    receiver: 'Microsoft Teams',
    icon: 'notification',
    about: 'Receives notifications with the channel Microsoft Teams.',
    synonyms: ['chat_b'],
    settings: {
      teams_webhook_url: {
        label: 'Workflows webhook',
        hint: 'URL of a workflow with the trigger “When a Teams webhook request is received”.',
        placeholder: 'https://…',
        form: 'webhook',
      },
    },
  },
  inbox: {
    title: 'Inbox',
    receiver: 'The inbox',
    icon: 'inbox',
    about:
      'Stores notifications in this installation and shows them on the Inbox page. Needs no configuration.',
    synonyms: [],
    settings: {},
  },
  webhook: {
    title: 'Webhook',
    receiver: 'Webhook',
    icon: 'hook',
    about: 'Receives notifications with the channel Webhook, as JSON.',
    synonyms: [],
    settings: {
      webhook_url: {
        label: 'URL',
        hint: 'URL that receives notifications.',
        placeholder: 'https://example.org/hooks/pipewright',
        form: 'webhook',
      },
      webhook_signing_key: {
        label: 'Signing key',
        hint: 'Signs every notification (HMAC-SHA256), so that the receiver can verify the sender.',
        placeholder: '32 random characters',
        form: 'key',
      },
    },
  },
} as const satisfies Readonly<Record<string, ChannelFacts>>;

type Channels = typeof CHANNELS;

/** Name of a channel in step JSON. */
export type ChannelName = keyof Channels;

/** Name of a setting of the installation, which actions use by default. */
export type SettingName = { [C in ChannelName]: keyof Channels[C]['settings'] }[ChannelName];

/** Name of the variable of a setting, and of a secret with its value. */
export type SettingVariable = Uppercase<SettingName>;

/** A channel with its settings in order. */
export interface ChannelKind extends Omit<ChannelFacts, 'settings'> {
  readonly name: ChannelName;
  readonly fields: readonly ChannelField[];
}

/** All channels, in order. */
export const CHANNEL_KINDS: readonly ChannelKind[] = namesOf(CHANNELS).map((name) => {
  const { settings, ...facts }: ChannelFacts = CHANNELS[name];
  const fields = Object.entries(settings).map(([setting, field]) => ({ name: asSetting(setting), ...field }));
  return { name, ...facts, fields };
});

/** All settings, in the order of their channels. */
export const SETTING_FIELDS: readonly ChannelField[] = CHANNEL_KINDS.flatMap(({ fields }) => fields);

/** Names of all settings. */
export const SETTING_NAMES: readonly SettingName[] = SETTING_FIELDS.map(({ name }) => name);

/** The variable of a setting: `SMTP_URL`. */
export function settingVariable(name: SettingName): SettingVariable {
  return name.toUpperCase() as SettingVariable;
}

/** The channel of an accepted spelling. @throws Error for any other */
export function channelOf(spelling: string): ChannelName {
  const kind = CHANNEL_KINDS.find(({ name, synonyms }) => name === spelling || synonyms.includes(spelling));
  if (!kind) throw new Error(`Unknown channel ${spelling}.`);
  return kind.name;
}

/** The keys of the table are the names of channels. */
function namesOf(channels: Channels): ChannelName[] {
  return Object.keys(channels) as ChannelName[];
}

/** The keys of `settings` are the names of settings. */
function asSetting(name: string): SettingName {
  return name as SettingName;
}
