// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { Inspector } from '../inspector/inspector';
import { selectSteps } from '../model/selection';

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
  return { field, written: () => session.store.getState().document.steps[1]?.params?.condition };
}

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

  it('changes nothing when the field is left without such a reference', () => {
    const { field, written } = open('steps.get.output.status_code == 200');
    fireEvent.blur(field());
    expect(written()).toBe('steps.get.output.status_code == 200');
  });
});
