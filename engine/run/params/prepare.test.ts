import { expect, test } from 'vitest';
import { runPipeline } from '../../testing/run-pipeline';

/** The failure of a mail whose recipients, subject and body type are the value of a param. */
async function failureOf(written: Record<string, unknown>, value: unknown) {
  const params = { to: 'jo@example.org', subject: 'x', body: 'x', ...written };
  const { state } = await runPipeline({
    document: {
      params: { given: { type: 'object', default: { value: value as never } } },
      steps: [{ id: 'mail', action: 'email', params }],
    },
  });
  return state.steps.get('mail')?.error;
}

test.each([
  ['to', { path: 'a' }, 'params.to needs text or a list, but is an object.'],
  ['to', [], 'params.to is empty.'],
  ['to', ['jo@example.org', 7], 'params.to[1] needs text, but is a number.'],
  ['subject', null, 'params.subject needs text, but is null.'],
  ['body_type', 'htm', 'params.body_type cannot be "htm". Allowed values: text, html. Did you mean html?'],
])(
  'a value that does not fit %s is refused with the message of the editor: %j',
  async (name, value, message) => {
    const error = await failureOf({ [name]: '{{params.given.value}}' }, value);
    expect(error).toMatchObject({ kind: 'invalid_params', message });
    expect(error?.path).toMatch(new RegExp(`^params\\.${name}`));
  },
);

test('a large value is not repeated in the message', async () => {
  const error = await failureOf({ body_type: '{{params.given.value}}' }, 'x'.repeat(100_000));
  expect(error?.message.length).toBeLessThan(300);
});
