// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { catalogue } from '@/engine/actions';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';
import { FormServicesContext, type NewSecret } from './form-context';
import { openInTest } from './testing/open-in-test';

afterEach(cleanup);

it('stores a literal credential as a secret, and writes its reference after the scheme, undone in one step', async () => {
  // Jsdom lacks this; text editors need it to measure.
  Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects();
  const headers = { Authorization: 'Bearer sk-123456789' };
  const params = { url: 'https://api.test', headers };
  let asked: NewSecret | undefined;
  let stored: (name: string) => void = () => {};
  const session = openInTest(
    { name: 'p', steps: [{ id: 'ask-api', action: 'http_request', params }] },
    catalogue.descriptors,
    <FormServicesContext
      value={{
        storeSecret: (secret, onStored) => {
          asked = secret;
          stored = onStored;
        },
      }}
    >
      <ToastProvider>
        <Inspector />
      </ToastProvider>
    </FormServicesContext>,
  );
  act(() => session.store.select(selectSteps('ask-api')));
  fireEvent.click(await screen.findByRole('button', { name: 'Move to a secret…' }));
  expect(asked).toEqual({ name: 'ask_api_authorization', value: 'sk-123456789' });
  const written = () => session.store.getState().document.steps[0]?.params?.headers;
  expect(written()).toEqual(headers);
  act(() => stored('api_key'));
  expect(written()).toEqual({ Authorization: 'Bearer {{secrets.api_key}}' });
  act(() => session.store.undo());
  expect(written()).toEqual(headers);
});
