// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { patch } from '@/components/ui/observable';
import { stopClock } from '@/components/ui/testing/stop-clock';
import { indexDescriptors, type PipelineDocument, type StepDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { planForm } from '../form/fields';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { focusField } from './focus-field';
import { Inspector } from './inspector';

afterEach(cleanup);

/** The catalogue as in the browser, after serialisation as JSON. */
const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

function open(step: StepDocument, rest: Partial<PipelineDocument> = {}, others: StepDocument[] = []) {
  const session = openInTest({ name: 'p', steps: [step, ...others], ...rest }, descriptors, <Inspector />);
  act(() => session.store.select(selectSteps(step.id)));
  const read = () => session.store.getState().document.steps[0];
  return { session, read };
}

const get: StepDocument = { id: 'get', action: 'http_request', params: { url: 'https://example.org' } };

describe('the form of every action', () => {
  it.each(descriptors.all.map((descriptor) => [descriptor.type, descriptor] as const))(
    'shows the required and usual parameters of %s and buttons for the others',
    (type, descriptor) => {
      const { session, read } = open({ id: 'a', action: type });
      const plan = planForm(descriptor, {});
      for (const { name } of [...plan.required, ...plan.usual])
        expect(document.querySelector(`[data-field="params.${name}"]`), name).not.toBeNull();
      for (const { name } of plan.addable)
        expect(document.querySelector(`[data-field="params.${name}"]`), name).toBeNull();
      const more = screen.queryByRole('button', { name: /^\d+ more$/ });
      const optional = screen.queryByRole('group', { name: 'Optional parameters' });
      if (optional !== null && more !== null && optional.contains(more)) fireEvent.click(more);
      for (const { name, label } of plan.addable) {
        fireEvent.click(screen.getByRole('button', { name: `Add ${label}` }));
        expect(document.querySelector(`[data-field="params.${name}"]`), name).not.toBeNull();
        expect(read()?.params, name).toHaveProperty([name]);
      }
      act(() => {
        while (session.store.getState().undo.length > 0) session.store.undo();
      });
      expect(read()).toEqual({ id: 'a', action: type });
    },
  );
});

describe('a button for an optional parameter', () => {
  it('has the label of the field, and the name in the document as a tooltip', () => {
    open(get);
    const add = screen.getByRole('button', { name: 'Add Timeout' });
    expect(add.textContent).toBe('Timeout');
    expect(add.title).toMatch(/^timeout_seconds: \S/);
    fireEvent.click(add);
    expect(within(fieldAt('params.timeout_seconds')).getByText('Timeout')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add Timeout' })).toBeNull();
  });
});

describe('the head of a step', () => {
  it('names title and ID, and the action not again', () => {
    open({ ...get, id: 'http_request' });
    expect(screen.getByRole('textbox', { name: 'Step title' }).getAttribute('placeholder')).toBe(
      'HTTP request',
    );
    expect(fieldAt('id').textContent).toBe('http_request');
    expect(fieldAt('id').parentElement?.textContent).toBe('http_requestread');
  });

  it('names the action of a renamed step, as people know it', () => {
    open({ ...get, id: 'check', name: 'Check health', action: 'api_call' });
    expect(fieldAt('id').textContent).toBe('check');
    expect(fieldAt('action').textContent).toBe('HTTP request');
    expect(fieldAt('action').title).toBe('api_call');
  });
});

describe('a field', () => {
  it('writes and shows the spelling of the author', () => {
    const { read } = open({ ...get, action: 'api_call', params: { url: 'x', timeout: 5 } });
    const field = fieldAt('params.timeout');
    expect(within(field).getByText('timeout')).toBeDefined();
    fireEvent.change(within(field).getByRole('spinbutton'), { target: { value: '7' } });
    expect(read()).toEqual({ id: 'get', action: 'api_call', params: { url: 'x', timeout: 7 } });
  });

  it('keeps both the value and the expression', () => {
    const { read } = open({ ...get, params: { url: 'x', timeout_seconds: 5 } });
    const field = fieldAt('params.timeout_seconds');
    fireEvent.click(within(field).getByRole('radio', { name: 'Expression' }));
    expect(read()?.params?.timeout_seconds).toBe(5);
    expect(within(field).getByText(/The value 5 is kept/)).toBeDefined();
    fireEvent.change(within(field).getByRole('textbox'), { target: { value: '{{params.t}}' } });
    expect(read()?.params?.timeout_seconds).toBe('{{params.t}}');
    fireEvent.click(within(field).getByRole('radio', { name: 'Value' }));
    expect(read()?.params?.timeout_seconds).toBe(5);
    fireEvent.click(within(field).getByRole('radio', { name: 'Expression' }));
    expect(read()?.params?.timeout_seconds).toBe('{{params.t}}');
  });

  it('becomes an expression as soon as a template is typed', () => {
    const { read } = open(get);
    const field = fieldAt('params.url');
    fireEvent.change(within(field).getByRole('textbox'), { target: { value: 'https://{{' } });
    expect(read()?.params?.url).toBe('https://{{}}');
    expect(within(field).getByRole<HTMLInputElement>('radio', { name: 'Expression' }).checked).toBe(true);
  });

  it('keeps text typed into a number field, and fixes it with one click', async () => {
    const { read } = open({ ...get, params: { url: 'x', timeout_seconds: 5 } });
    const field = fieldAt('params.timeout_seconds');
    fireEvent.change(within(field).getByRole('spinbutton'), { target: { value: '12a' } });
    expect(read()?.params?.timeout_seconds).toBe('12a');
    await waitFor(() => expect(within(field).getByText(/needs a number/)).toBeDefined());
    expect(within(field).getByRole('spinbutton').getAttribute('aria-describedby')).toContain('problems');
    expect(within(field).getByRole('spinbutton').getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(within(field).getByRole('spinbutton'), { target: { value: '12' } });
    expect(read()?.params?.timeout_seconds).toBe(12);
  });

  it('has a button for the fix of a problem', async () => {
    const { read } = open({ ...get, params: { url: 'x', timeout_seconds: '200' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Write 200 without quotes' }));
    expect(read()?.params?.timeout_seconds).toBe(200);
  });

  it('keeps undeclared parameters, editable as JSON', () => {
    const { read } = open({ ...get, params: { url: 'x', retries: 3 } });
    const area = screen.getByRole('textbox', { name: 'Other parameters' });
    fireEvent.change(area, { target: { value: '{"retries": 4' } });
    expect(read()?.params).toEqual({ url: 'x', retries: 3 });
    expect(screen.getByText(/Not applied/)).toBeDefined();
    fireEvent.change(area, { target: { value: '{"retries": 4}' } });
    expect(read()?.params).toEqual({ url: 'x', retries: 4 });
  });

  it('is one undo entry for a burst of typing', () => {
    stopClock();
    const { session, read } = open(get);
    const input = within(fieldAt('params.url')).getByRole('textbox');
    for (const value of ['a', 'ab', 'abc']) fireEvent.change(input, { target: { value } });
    expect(session.store.getState().undo).toHaveLength(1);
    fireEvent.keyDown(input, { key: 'z', ctrlKey: true });
    expect(read()).toEqual(get);
  });
});

describe('the rest of a step', () => {
  it('adds, changes and removes a retry completely', () => {
    const { read } = open(get);
    fireEvent.click(screen.getByRole('button', { name: 'Add retry' }));
    expect(read()?.retry).toEqual({ max_attempts: 3 });
    fireEvent.keyDown(screen.getByRole('spinbutton', { name: 'Attempts' }), { key: 'ArrowUp' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'connection_error' }));
    expect(read()?.retry?.max_attempts).toBe(4);
    expect(read()?.retry?.retry_on).not.toContain('connection_error');
    expect(read()?.retry?.retry_on).toContain('timeout');
    fireEvent.click(screen.getByRole('button', { name: 'Remove retry' }));
    expect(read()).toEqual(get);
  });

  it('lists the steps that use it by title and ID', () => {
    const readers = ['first', 'second'].map(
      (id): StepDocument => ({ id, action: 'log', params: { message: '{{steps.get.output.status_code}}' } }),
    );
    open(get, {}, readers);
    fireEvent.mouseDown(screen.getByRole('tab', { name: /^Usages/ }), { button: 0 });
    const names = screen.getAllByRole('button', { name: /^Log / }).map((button) => button.textContent);
    expect(names).toEqual([expect.stringContaining('Log first'), expect.stringContaining('Log second')]);
  });

  it('says why a step runs after another, and removes only explicit dependencies', () => {
    const reader: StepDocument = {
      id: 'b',
      action: 'log',
      params: { message: '{{steps.get.output.status_code}}' },
      depends_on: ['c'],
    };
    const { session } = open(reader, {}, [get, { id: 'c', action: 'log', params: { message: 'x' } }]);
    expect(screen.getByRole('button', { name: /by reference/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Remove dependency on c' }));
    expect(session.store.getState().document.steps[0]).not.toHaveProperty('depends_on');
    expect(screen.getByRole('button', { name: /by reference/ })).toBeDefined();
  });

  it('renames the id with all references', () => {
    const { session } = open(get, {}, [
      {
        id: 'b',
        action: 'log',
        params: { message: '{{steps.get.output.status_code}}' },
        depends_on: ['get'],
      },
    ]);
    fireEvent.keyDown(screen.getByRole('button', { name: 'ID get, rename' }), { key: 'F2' });
    const input = screen.getByRole('textbox', { name: 'Step ID' });
    expect(screen.getByText('2 references will be updated.')).toBeDefined();
    fireEvent.change(input, { target: { value: 'b' } });
    expect(screen.getByText('Another step has the ID b.')).toBeDefined();
    fireEvent.change(input, { target: { value: 'fetch' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    const { document: next, selection } = session.store.getState();
    expect(next.steps[1]).toEqual({
      id: 'b',
      action: 'log',
      params: { message: '{{steps.fetch.output.status_code}}' },
      depends_on: ['fetch'],
    });
    expect(selection.steps).toEqual(['fetch']);
  });

  it('keeps a step with an unknown action and suggests similar ones', () => {
    const { read } = open({ id: 'a', action: 'http_requst', params: { url: 'x' } });
    expect(screen.getByText('Unknown action http_requst')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Replace with HTTP request' }));
    expect(read()).toEqual({ id: 'a', action: 'http_request', params: { url: 'x' } });
  });

  it('synchronises form and JSON of a step', () => {
    const { read, session } = open(get);
    act(() => patch(session.panelState, { inspectorTab: 'json' }));
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON of get' });
    fireEvent.change(area, { target: { value: '{"id":"get","action":"log","params":{"message":"m"}}' } });
    expect(read()).toEqual({ id: 'get', action: 'log', params: { message: 'm' } });
    fireEvent.change(area, { target: { value: '{"id":"get"}' } });
    expect(screen.getByText(/has no "action"/)).toBeDefined();
    expect(read()?.action).toBe('log');
  });
});

describe('focusing a field', () => {
  it('selects the step, opens its tab and focuses the control', async () => {
    const { session } = open({ id: 'a', action: 'log', params: { message: 'x' } }, {}, [get]);
    act(() => patch(session.panelState, { inspectorTab: 'json' }));
    act(() => focusField('get', 'params.url'));
    expect(session.store.getState().selection.steps).toEqual(['get']);
    await waitFor(() =>
      expect(document.activeElement).toBe(within(fieldAt('params.url')).getByRole('textbox')),
    );
  });

  it('focuses the nearest field when the value has none', async () => {
    open(get);
    act(() => focusField('get', 'retry.max_attempts'));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Add retry/ })),
    );
  });
});

describe('the pipeline', () => {
  it('declares a parameter, renames it with its references, and removes it', () => {
    const session = openInTest(
      {
        name: 'p',
        params: { x: { type: 'integer', default: 1 } },
        steps: [{ id: 'a', action: 'log', params: { message: '{{params.x}}' } }],
      },
      descriptors,
      <Inspector />,
    );
    const input = screen.getByRole('textbox', { name: 'Name of the parameter x', hidden: true });
    fireEvent.change(input, { target: { value: 'count' } });
    fireEvent.blur(input);
    expect(session.store.getState().document.steps[0]?.params?.message).toBe('{{params.count}}');
    fireEvent.click(screen.getByRole('button', { name: 'Remove count', hidden: true }));
    expect(session.store.getState().document).not.toHaveProperty('params');
  });

  it('edits settings and removes them with the last one', () => {
    const session = openInTest({ name: 'p', steps: [get] }, descriptors, <Inspector />);
    fireEvent.click(screen.getByRole('button', { name: 'Add Parallel steps' }));
    expect(session.store.getState().document.settings).toEqual({ max_parallel_steps: 10 });
    fireEvent.click(screen.getByRole('button', { name: 'Remove Parallel steps' }));
    expect(session.store.getState().document).not.toHaveProperty('settings');
  });
});

function fieldAt(path: string): HTMLElement {
  const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`);
  if (field === null) throw new Error(`no field ${path}`);
  return field;
}

describe('keys', () => {
  it('applies the first quick fix of the field with Mod+.', async () => {
    const { read } = open({ ...get, params: { url: 'x', timeout_seconds: '200' } });
    await screen.findByRole('button', { name: 'Write 200 without quotes' });
    fireEvent.keyDown(within(fieldAt('params.timeout_seconds')).getByRole('spinbutton'), {
      key: '.',
      ctrlKey: true,
    });
    expect(read()?.params?.timeout_seconds).toBe(200);
  });
});
