// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';
import { countProblems } from '../model/to-fill-in';

afterEach(cleanup);

function open(condition: string) {
  const session = openInTest(
    {
      steps: [
        { id: 'get', action: 'http_request', params: { url: 'https://example.org' } },
        { id: 'pick', action: 'conditional', params: { condition }, depends_on: ['get'] },
      ],
    },
    catalogue.descriptors,
    <Inspector />,
  );
  act(() => session.store.select(selectSteps('pick')));
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Condition', { selector: 'textarea' });
  return { session, field, written: () => session.store.getState().document.steps[1]?.params?.condition };
}

describe('an expression that cannot be parsed yet', () => {
  it('is an error only once its field was left', async () => {
    const { field } = open('');
    fireEvent.focus(field());
    fireEvent.change(field(), { target: { value: 'steps.get.output.status_code ==' } });
    await waitFor(() => expect(field().value).toContain('=='));
    expect(field().getAttribute('aria-invalid')).toBeNull();
    fireEvent.blur(field());
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('a wrong name', () => {
  it('has its fix while the field has the focus, which a press on it does not hide', async () => {
    const { field, written } = open('steps.get.output.status_cod == 200');
    fireEvent.focus(field());
    const fix = await screen.findByRole('button', { name: /^Change to .*status_code/ });
    fireEvent.focus(fix);
    fireEvent.click(fix);
    expect(written()).toBe('steps.get.output.status_code == 200');
  });
});

describe('a reference typed as its chip shows it', () => {
  it('is written in its full form when the field is left', () => {
    const { field, written } = open('');
    fireEvent.change(field(), { target: { value: 'get.status_code == 200' } });
    expect(written()).toBe('get.status_code == 200');
    fireEvent.blur(field());
    expect(written()).toBe('steps.get.output.status_code == 200');
  });

  it('is no error while its field has the focus', async () => {
    const { field } = open('get.status_code == 200');
    expect(await screen.findByText(/Unknown name get/)).toBeDefined();
    fireEvent.focus(field());
    expect(screen.queryByText(/Unknown name get/)).toBeNull();
  });

  it('counts as nothing to correct while its field has the focus', async () => {
    const { session, field } = open('get.status_code == 200');
    const counts = () => countProblems(session.diagnostics.get(), session.reviewed.get());
    await waitFor(() => expect(counts().errors).toBe(1));
    fireEvent.focus(field());
    expect(counts()).toMatchObject({ errors: 0, toFillIn: 1 });
    fireEvent.blur(field());
    await waitFor(() => expect(counts()).toMatchObject({ errors: 0, toFillIn: 0 }));
  });

  it('leaves no focused field behind when the selection changes', () => {
    const { session, field } = open('get.status_code == 200');
    fireEvent.focus(field());
    expect(session.reviewed.get().focused).toBeDefined();
    act(() => session.store.select(selectSteps('get')));
    expect(session.reviewed.get().focused).toBeUndefined();
  });

  it('changes nothing when the field is left without such a reference', () => {
    const { field, written } = open('steps.get.output.status_code == 200');
    fireEvent.blur(field());
    expect(written()).toBe('steps.get.output.status_code == 200');
  });
});

describe('a closing brace typed before the editor is loaded', () => {
  /** Types `}` at a position; returns where the cursor is then, or undefined when the brace is written. */
  const typeBrace = (area: HTMLTextAreaElement, at: number) => {
    area.setSelectionRange(at, at);
    return fireEvent.keyDown(area, { key: '}' }) ? undefined : area.selectionStart;
  };

  it('skips the braces of a field that became an expression', () => {
    const { field } = open('{{ params.a }}');
    const end = '{{ params.a '.length;
    expect(typeBrace(field(), end)).toBe(end + 1);
    expect(typeBrace(field(), end + 1)).toBe(end + 2);
    expect(typeBrace(field(), end + 2)).toBeUndefined();
    expect(typeBrace(field(), end - 1)).toBeUndefined();
  });
});
