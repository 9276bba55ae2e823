// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage } from '../testing/show';
import { ChatPanel } from './chat-panel';

/** One answer of the server, whose pieces the test sends when it likes. */
interface Line {
  readonly body: Record<string, unknown>;
  send(text: string): void;
  end(): void;
}

const lines: Line[] = [];

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  lines.length = 0;
});

/** Shows the panel with a server that streams, or answers as it is told first. */
function show(...refusals: Response[]) {
  const props = { name: 'chat', model: 'chat', apiKey: 'pwk_1' };
  showPage(<ChatPanel {...props} onApiKey={() => {}} onClose={() => {}} />, {});
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => refusals.shift() ?? streamed(init));
}

function streamed({ body, signal }: RequestInit): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      lines.push({
        body: JSON.parse(String(body)),
        send: (text) =>
          controller.enqueue(
            encoder.encode(`data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`),
          ),
        end() {
          controller.enqueue(encoder.encode('data: [DONE]\n\n'));
          controller.close();
        },
      });
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message chat' });

async function ask(question: string): Promise<Line> {
  const known = lines.length;
  fireEvent.change(box(), { target: { value: question } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(lines.length).toBe(known + 1));
  const line = lines.at(-1);
  if (!line) throw new Error('No request was sent.');
  return line;
}

test('an answer appears as it arrives, and the next question carries the conversation', async () => {
  show();
  const first = await ask('Hello');
  expect(box().value).toBe('');
  first.send('Good ');
  expect(await screen.findByText('streaming')).toBeTruthy();
  first.send('day');
  first.end();
  expect(await screen.findByText('Good day')).toBeTruthy();
  expect(await screen.findByText(/2 tokens/)).toBeTruthy();
  const second = await ask('Again');
  expect(second.body.messages).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Good day' },
    { role: 'user', content: 'Again' },
  ]);
});

test('an answer can be stopped, and what has arrived stays', async () => {
  show();
  const line = await ask('Tell me a story');
  line.send('Once upon');
  expect(await screen.findByText('Once upon')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('stopped')).toBeTruthy();
  expect(screen.getByText('Once upon')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refused question stays and can be sent again', async () => {
  const busy = { error: { message: 'Over 1 request per minute.' } };
  show(Response.json(busy, { status: 429, headers: { 'retry-after': '42' } }));
  fireEvent.change(box(), { target: { value: 'Hello' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Over 1 request per minute. Try again in 42 s./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]?.body.messages).toEqual([{ role: 'user', content: 'Hello' }]);
  expect(screen.getAllByText('Hello')).toHaveLength(1);
});

test('the request is copied as curl, without the key', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  show();
  fireEvent.change(box(), { target: { value: "It's me" } });
  fireEvent.click(screen.getByRole('button', { name: 'Copy as curl' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
  const [command] = writeText.mock.calls[0] as unknown as [string];
  expect(command).toContain("/deployments/chat/v1/chat/completions'");
  expect(command).toContain('$API_KEY');
  expect(command).not.toContain('pwk_1');
  expect(command).toContain("It'\\''s me");
});
