'use client';

import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { Popover } from '../../ui/popover';
import { NumberField } from '../number-field';
import styles from './chat.module.css';

/** Settings of requests as typed text. */
export interface ChatDraft {
  readonly temperature: string;
  readonly maxTokens: string;
}

export interface ChatSettingsButtonProps {
  draft: ChatDraft;
  onChange: (part: Partial<ChatDraft>) => void;
  apiKey: string;
  onApiKey: (key: string) => void;
}

/** A button that opens the settings of requests: temperature, length and key. */
export function ChatSettingsButton({ draft, onChange, apiKey, onApiKey }: ChatSettingsButtonProps) {
  return (
    <Popover
      label="Request settings"
      align="end"
      className={styles.settings}
      trigger={<IconButton icon="gear" label="Request settings" size="sm" iconSize={14} />}
    >
      <NumberField
        label="Temperature"
        value={draft.temperature}
        error={temperatureOf(draft) === undefined ? 'Use 0 to 2.' : undefined}
        onChange={(temperature) => onChange({ temperature })}
      />
      <NumberField
        label="Max tokens"
        value={draft.maxTokens}
        error={maxTokensOf(draft) === undefined ? 'Use a whole number from 1 to 100000.' : undefined}
        onChange={(maxTokens) => onChange({ maxTokens })}
      />
      <Field
        label="API key"
        hint="Required if the deployment requires a key. The key is discarded when you leave the page."
      >
        {(control) => (
          <Input
            {...control}
            mono
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={(event) => onApiKey(event.target.value)}
          />
        )}
      </Field>
    </Popover>
  );
}

/** The temperature; undefined for invalid text. */
export function temperatureOf({ temperature }: ChatDraft): number | undefined {
  return within(temperature, 0, 2);
}

/** The token limit of an answer; undefined for invalid text. */
export function maxTokensOf({ maxTokens }: ChatDraft): number | undefined {
  const tokens = within(maxTokens, 1, 100_000);
  return Number.isInteger(tokens) ? tokens : undefined;
}

function within(text: string, least: number, most: number): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return number >= least && number <= most ? number : undefined;
}
