import { type BrowserContext, expect } from '@playwright/test';

/** Sees everything that the server sends to the browser, so that a story can tell what was never in it. */
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
      // Redirects have no body, and a page that is left takes the bodies of its answers with it.
      this.#answers.push(read().catch(() => ''));
    });
  }

  /** Fails when a value came by, as it is or in a usual disguise. */
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

  /** Reads an address as the browser would, to the end of its stream. Returns its text. */
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
