'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Tag } from '../../ui/tag';
import { Textarea } from '../../ui/textarea';
import { useCopy } from '../../ui/use-copy';
import { useStoredMark } from '../../ui/use-stored-mark';
import { endpointPath } from '../deployment-look';
import styles from './chat.module.css';
import { ChatExchange } from './chat-exchange';
import { ChatFiguresRow } from './chat-figures';
import { type ChatDraft, ChatSettingsButton, maxTokensOf, temperatureOf } from './chat-settings';
import { CHAT_TRIED } from './chat-tried';
import { curlOf } from './curl';
import { messagesOf, useChat } from './use-chat';

export interface ChatPanelProps {
  /** Name of the deployment. */
  name: string;
  /** Value of `model` in requests. */
  model: string;
  /** API key for requests; empty for none. */
  apiKey: string;
  onApiKey: (key: string) => void;
  onClose: () => void;
}

const DEFAULTS: ChatDraft = { temperature: '0.7', maxTokens: '256' };

/** A conversation with a deployment through the gateway: the same keys, limits and routing as for any client. */
export function ChatPanel({ name, model, apiKey, onApiKey, onClose }: ChatPanelProps) {
  const copy = useCopy();
  const [draft, setDraft] = useState(DEFAULTS);
  const [text, setText] = useState('');
  const temperature = temperatureOf(draft) ?? Number(DEFAULTS.temperature);
  const maxTokens = maxTokensOf(draft) ?? Number(DEFAULTS.maxTokens);
  const settings = {
    ...{ baseUrl: endpointPath(name), model, temperature, maxTokens },
    ...(apiKey.trim() === '' ? {} : { key: apiKey.trim() }),
  };
  const [, setTried] = useStoredMark(CHAT_TRIED, false);
  const chat = useChat(settings);
  const last = chat.exchanges.at(-1);
  const log = useScrolledToEnd(last?.answer);

  function send() {
    const question = text.trim();
    if (question === '' || chat.isBusy) return;
    setText('');
    setTried();
    chat.send(question);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function copyCurl() {
    const messages = messagesOf(chat.exchanges, text.trim() || (last?.question ?? 'Hello'));
    const baseUrl = `${window.location.origin}${settings.baseUrl}`;
    copy(curlOf({ ...settings, baseUrl, messages }), 'the request as curl');
  }

  return (
    <aside className={styles.panel} aria-label="Try it">
      <header className={styles.head}>
        <h2>Try it</h2>
        <Tag>chat completions</Tag>
        <span className={styles.space} />
        <ChatSettingsButton
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          apiKey={apiKey}
          onApiKey={onApiKey}
        />
        <IconButton
          icon="undo"
          label="New conversation"
          size="sm"
          iconSize={14}
          disabled={chat.exchanges.length === 0}
          onClick={chat.reset}
        />
        <IconButton icon="x" label="Close Try it" size="sm" iconSize={14} onClick={onClose} />
      </header>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-label="Conversation"
        aria-busy={chat.isBusy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard.
        tabIndex={0}
      >
        {chat.exchanges.length === 0 && (
          <p className={styles.empty}>
            Send a message. It goes through the same endpoint as requests from callers.
          </p>
        )}
        <ol>
          {chat.exchanges.map((exchange, index) => (
            <ChatExchange
              key={index}
              name={name}
              exchange={exchange}
              onRetry={index === chat.exchanges.length - 1 ? chat.retry : undefined}
            />
          ))}
        </ol>
      </div>
      {last && <ChatFiguresRow exchange={last} />}
      <div className={styles.compose}>
        <Textarea
          rows={2}
          aria-label={`Message ${name}`}
          placeholder={`Message ${name}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.send}>
          <Tag>temperature {temperature}</Tag>
          <Tag>max {maxTokens}</Tag>
          <Tag>{settings.key === undefined ? 'no key' : 'with key'}</Tag>
          <span className={styles.space} />
          {chat.isBusy ? (
            <Button icon="stop" onClick={chat.stop}>
              Stop
            </Button>
          ) : (
            <Button variant="primary" disabled={text.trim() === ''} onClick={send}>
              Send
            </Button>
          )}
        </div>
        <p className={styles.note}>
          <span>Counts against the rate limit.</span>
          <button type="button" className={styles.link} onClick={copyCurl}>
            Copy as curl
          </button>
        </p>
      </div>
    </aside>
  );
}

/** Scrolls to the end of a growing text. */
function useScrolledToEnd(text: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  // Writes the scroll position of the element.
  useEffect(() => {
    if (text !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [text]);
  return box;
}
