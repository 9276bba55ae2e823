// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { indexDescriptors, type JsonObject } from '@/engine';
import { catalogue } from '@/engine/actions';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';
import { planForm } from './fields';
import { openInTest } from './testing/open-in-test';

afterEach(cleanup);

/** The catalogue as in the browser, after serialisation as JSON. */
const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

function open(params: JsonObject) {
  const session = openInTest(
    { name: 'p', steps: [{ id: 'each', action: 'loop', params }] },
    descriptors,
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <ToastProvider>
        <Inspector />
      </ToastProvider>
    </QueryClientProvider>,
  );
  act(() => session.store.select(selectSteps('each')));
  return () => session.store.getState().document.steps[0]?.params;
}

function fieldAt(path: string): HTMLElement {
  const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`);
  if (field === null) throw new Error(`No field at ${path}.`);
  return field;
}

describe('the form of an action inside a loop', () => {
  it.each(descriptors.all.map((descriptor) => [descriptor.type, descriptor] as const))(
    'adds and removes every parameter of %s',
    (type, descriptor) => {
      const read = open({ items: '{{params.list}}', action: type, action_params: {} });
      const form = screen.getByRole('group', { name: `Parameters of ${descriptor.title}` });
      const more = within(form).queryByText(/^\d+ more$/);
      if (more !== null) fireEvent.click(more);
      const plan = planForm(descriptor, {});
      for (const { name } of [...plan.required, ...plan.usual])
        expect(fieldAt(`params.action_params.${name}`)).toBeDefined();
      for (const { name, label: text } of plan.addable) {
        fireEvent.click(within(form).getByRole('button', { name: `Add ${text}`, hidden: true }));
        expect(fieldAt(`params.action_params.${name}`)).toBeDefined();
        expect(read()?.action_params, name).toHaveProperty([name]);
        const label = fieldAt(`params.action_params.${name}`);
        fireEvent.click(
          within(label)
            .getAllByRole('button', { name: /^Remove /, hidden: true })
            .at(0) as HTMLElement,
        );
      }
      expect(read()?.action_params).toEqual({});
    },
  );

  it('shows a problem below its field', async () => {
    open({
      items: '{{params.list}}',
      action: 'http_request',
      action_params: { url: 'https://example.org', timeout_seconds: 'soon' },
    });
    const field = fieldAt('params.action_params.timeout_seconds');
    await waitFor(() => expect(within(field).getByText(/needs a number/)).toBeDefined());
    expect(within(fieldAt('params.action_params.url')).queryByText(/needs/)).toBeNull();
  });

  it('may contain another loop with a nested form', () => {
    const read = open({
      items: '{{params.list}}',
      action: 'loop',
      action_params: { items: '{{item.rows}}', action: 'log', action_params: {} },
    });
    const path = 'params.action_params.action_params.message';
    const field = within(fieldAt(path)).getByRole('textbox');
    fireEvent.change(field, { target: { value: 'hello' } });
    expect(read()).toEqual({
      items: '{{params.list}}',
      action: 'loop',
      action_params: { items: '{{item.rows}}', action: 'log', action_params: { message: 'hello' } },
    });
  });
});
