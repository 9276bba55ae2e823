import { type BrowserContext, expect } from '@playwright/test';

/** Records everything that the server sends to the browser, so that a story can check what was never sent. */
export class Witness {
  readonly #answers: Promise<string>[] = [];

  constructor(readonly context: BrowserContext) {
    context.on('requestfinished', (request) => {
      const read = async () => {
        const response = await request.response();
        return response
          ? `${response.url()}\n${JSON.stringify(response.headers())}\n${await response.text()}`
          : '';
      };
      // Redirects have no body, and response bodies are lost when their page is left.
      this.#answers.push(read().catch(() => ''));
    });
  }

  /** Fails when a value was sent, plain or in a common encoding. */
  async sawNothingOf(...values: readonly string[]): Promise<void> {
    const answers = await Promise.all(this.#answers);
    expect(answers.length, 'answers that were looked at').toBeGreaterThan(0);
    for (const page of this.context.pages()) answers.push(await page.content());
    for (const value of values) {
      const found = answers.filter((answer) => disguises(value).some((form) => answer.includes(form)));
      expect(
        found.map((answer) => answer.slice(0, 200)),
        'what holds the secret',
      ).toEqual([]);
    }
  }

  /** Requests a URL as the browser does and reads it to its end. Returns its text. */
  async read(path: string): Promise<string> {
    const response = await this.context.request.get(path);
    const text = await response.text();
    this.#answers.push(Promise.resolve(`${path}\n${text}`));
    return text;
  }
}

function disguises(value: string): string[] {
  return [value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')];
}
