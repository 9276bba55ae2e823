// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { indexDescriptors, type JsonObject } from '@/engine';
import { catalogue } from '@/engine/actions';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';
import { openInTest } from './testing/open-in-test';

afterEach(cleanup);

/** The catalogue as in the browser, after serialisation as JSON. */
const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

function open(action: string, params: JsonObject) {
  const session = openInTest(
    {
      name: 'p',
      steps: [
        { id: 'first', action: 'http_request', params: { url: 'https://example.org' } },
        { id: 'next', action, params, depends_on: ['first'] },
      ],
    },
    descriptors,
    <ToastProvider>
      <Inspector />
    </ToastProvider>,
  );
  act(() => session.store.select(selectSteps('next')));
  return () => session.store.getState().document.steps[1]?.params;
}

/** Types text at the end of the plain input of a parameter. */
function type(name: string, text: string): void {
  const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    `[data-field="params.${name}"] :is(input:not([type="radio"]), textarea)`,
  );
  if (input === null) throw new Error(`The parameter ${name} has no input.`);
  act(() => input.focus());
  fireEvent.change(input, { target: { value: input.value + text } });
}

describe('braces that are typed into a plain value', () => {
  it.each([
    ['a text', 'log', { message: 'Result: ' }, 'message', 'Result: {{}}'],
    ['a URL', 'http_request', { url: 'https://' }, 'url', 'https://{{}}'],
    ['a number', 'http_request', { url: 'https://x.test', timeout: 30 }, 'timeout', '30{{}}'],
    ['a deployment', 'deployment_delete', { deployment_id: 'd' }, 'deployment_id', 'd{{}}'],
  ])('make %s an expression, with the cursor inside them', (_, action, params, name, text) => {
    const read = open(action, params);
    type(name, '{{');
    expect(read()?.[name]).toBe(text);
    // Names are suggested at this position as soon as the expression editor is loaded.
    const box = document.activeElement;
    if (!(box instanceof HTMLTextAreaElement)) throw new Error('The expression has not got the focus.');
    expect(box.dataset.mode).toBe('template');
    expect(box.value).toBe(text);
    expect(box.selectionStart).toBe(text.length - 2);
  });
});
