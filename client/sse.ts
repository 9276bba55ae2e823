/** One message of an event stream, as the HTML standard defines it. */
export interface SseMessage {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** Reads an event stream piece by piece. Comments and half lines are kept to itself. */
export interface SseParser {
  /** Takes the next piece of text and returns the messages that it completed. */
  push(text: string): SseMessage[];
}

/** Makes a parser for one connection: a new connection needs a new one, since half a message dies with its connection. */
export function createSseParser(): SseParser {
  let rest = '';
  let event = '';
  let id = '';
  let data: string[] = [];

  function readLine(line: string): SseMessage | undefined {
    if (line === '') return finish();
    if (line.startsWith(':')) return undefined;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    if (field === 'id') id = value;
    return undefined;
  }

  function finish(): SseMessage | undefined {
    // An `event:` without data still says something here: the server closes a run with a bare `event: end`.
    const message =
      data.length > 0 || event !== '' ? { event: event || 'message', data: data.join('\n'), id } : undefined;
    data = [];
    event = '';
    return message;
  }

  return {
    push(text) {
      rest += text;
      const messages: SseMessage[] = [];
      for (;;) {
        const end = lineEnd(rest);
        if (end === undefined) return messages;
        const message = readLine(rest.slice(0, end.at));
        rest = rest.slice(end.next);
        if (message) messages.push(message);
      }
    },
  };
}

/** Where the first whole line ends. A `\r` at the very end may be half of `\r\n`, so it waits for more. */
function lineEnd(text: string): { at: number; next: number } | undefined {
  const at = text.search(/[\r\n]/);
  if (at < 0) return undefined;
  if (text[at] === '\n') return { at, next: at + 1 };
  if (at === text.length - 1) return undefined;
  return { at, next: text[at + 1] === '\n' ? at + 2 : at + 1 };
}
