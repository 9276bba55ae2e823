'use client';

import { type FormEvent, useState } from 'react';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { AwaitedSignal, Json } from '@/engine';
import styles from './signal-buttons.module.css';

export interface SignalButtonsProps {
  awaited: readonly AwaitedSignal[];
}

/** Sends a signal to a wait: a button for each value that may end it, or a field for a value. */
export function SignalButtons({ awaited }: SignalButtonsProps) {
  const { runId, actions } = useLens();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function send(name: string, value: Json) {
    if (!actions) return;
    setBusy(keyOf(name, value));
    setProblem(undefined);
    try {
      const result = await actions.signal({ id: runId, name, value });
      if (!result.ok) setProblem(result.error.message);
    } catch {
      setProblem('The signal was not sent: the server cannot be reached. Try again.');
    }
    setBusy(undefined);
  }

  const isOff = !actions || busy !== undefined;
  return (
    <>
      {awaited.map(({ name, offers }) => (
        <span key={name} className={styles.signal}>
          {offers.map((value) => (
            <Button
              key={JSON.stringify(value)}
              size="sm"
              icon={value === true ? 'check' : undefined}
              title={`Send ${JSON.stringify(value)} as signals.${name}`}
              busy={busy === keyOf(name, value)}
              disabled={isOff}
              onClick={() => void send(name, value)}
            >
              {labelOf(name, value, awaited.length > 1)}
            </Button>
          ))}
          {offers.length === 0 && (
            <SignalForm name={name} disabled={isOff} onSend={(value) => void send(name, value)} />
          )}
        </span>
      ))}
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}

interface SignalFormProps {
  name: string;
  disabled: boolean;
  onSend: (value: Json) => void;
}

function SignalForm({ name, disabled, onSend }: SignalFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const value = parse(text);
    setProblem(value === undefined ? 'Enter JSON, for example true, 3 or "yes".' : undefined);
    if (value !== undefined) onSend(value);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Input
        size="sm"
        mono
        aria-label={`Value of signals.${name}, as JSON`}
        placeholder="true"
        value={text}
        invalid={problem !== undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" type="submit" disabled={disabled} title={`Send the value as signals.${name}`}>
        Send {name}
      </Button>
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </form>
  );
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ANSWERS = { true: 'Approve', false: 'Reject' };

/** Booleans are labelled as answers to a request for approval, other values by their text. */
function labelOf(name: string, value: Json, isOneOfSeveral: boolean): string {
  const words = typeof value === 'boolean' ? ANSWERS[`${value}`] : `Send ${JSON.stringify(value)}`;
  return isOneOfSeveral ? `${words} (${name})` : words;
}

function keyOf(name: string, value: Json): string {
  return `${name} ${JSON.stringify(value)}`;
}
