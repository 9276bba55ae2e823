import { type PauseAnswer, pauseAnswerSchema, readJson } from '@/engine';

/** What a line of standard input asks for, while a run is paused. */
export type PauseLine =
  | { readonly kind: 'answer'; readonly answer: PauseAnswer }
  | { readonly kind: 'stop' }
  | { readonly kind: 'unknown' };

const SIMPLE = new Set(['continue', 'step', 'retry', 'skip', 'fail']);

/**
 * Reads a line: `continue`, `step` or `retry`, each with a JSON object of edited inputs or without; `output JSON`, `skip`,
 * `fail MESSAGE`, `stop`.
 */
export function readPauseLine(line: string): PauseLine {
  const text = line.trim();
  const [word = ''] = /^\S*/.exec(text) ?? [];
  const rest = text.slice(word.length).trim();
  if (word === 'stop') return { kind: 'stop' };
  if (word === 'output') return answerLine({ do: word }, 'output', rest);
  if (!SIMPLE.has(word)) return { kind: 'unknown' };
  if (rest === '') return checked({ do: word });
  if (word === 'fail') return checked({ do: word, message: rest });
  return answerLine({ do: word }, 'inputs', rest);
}

/** The answer with a value that is written as JSON. */
function answerLine(answer: object, name: string, text: string): PauseLine {
  const read = readJson(text);
  return 'value' in read ? checked({ ...answer, [name]: read.value }) : { kind: 'unknown' };
}

function checked(answer: unknown): PauseLine {
  const parsed = pauseAnswerSchema.safeParse(answer);
  return parsed.success ? { kind: 'answer', answer: parsed.data } : { kind: 'unknown' };
}

/** The lines that `readPauseLine` reads, for people. */
export const PAUSE_HELP =
  'Type continue, step or retry (with a JSON object of edited inputs, or without), output JSON, skip, fail MESSAGE, or stop.';
