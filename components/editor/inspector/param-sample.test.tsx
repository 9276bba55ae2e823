// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexDescriptors, type ParamDeclaration } from '@/engine';
import { openInTest } from '../form/testing/open-in-test';
import { NO_SAMPLES, paramSamples } from '../model/samples';
import { loadTypedSamples, renameTypedSample } from '../model/typed-samples';
import { ParamSample } from './param-sample';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(declaration: ParamDeclaration) {
  const document = { name: 'p', params: { it: declaration }, steps: [] };
  const session = openInTest(
    document,
    indexDescriptors([]),
    <ParamSample name="it" declaration={declaration} />,
  );
  const sample = () => paramSamples(session.samples.get(), document).it;
  const box = () => screen.getByLabelText('Sample of it');
  return { session, sample, box };
}

describe('the sample of a param', () => {
  it('is kept in this browser, not in the document', () => {
    const { session, sample, box } = open({ type: 'integer' });
    const before = session.store.getState().document;
    fireEvent.change(box(), { target: { value: '7' } });
    expect(sample()).toBe(7);
    expect(session.store.getState().document).toBe(before);
    act(() => session.samples.set(NO_SAMPLES));
    act(() => loadTypedSamples(session));
    expect(sample()).toBe(7);
  });

  it('comes before the last run and the default, and is removed by a button', () => {
    const { session, sample, box } = open({ type: 'string', default: 'eu' });
    expect(screen.getByText(/^From the default: "eu"\./)).toBeDefined();
    act(() => session.samples.set({ ...NO_SAMPLES, params: { it: 'us' } }));
    expect(screen.getByText(/^From the last run: "us"\./)).toBeDefined();
    fireEvent.change(box(), { target: { value: 'ap' } });
    expect(sample()).toBe('ap');
    fireEvent.click(screen.getByRole('button', { name: 'Remove sample' }));
    expect(sample()).toBe('us');
    expect(localStorage).toHaveLength(0);
  });

  it('says what is wrong, and keeps the last valid value', () => {
    const { sample, box } = open({ type: 'integer' });
    fireEvent.change(box(), { target: { value: '7' } });
    fireEvent.change(box(), { target: { value: 'seven' } });
    expect(screen.getByRole('alert').textContent).toContain('integer');
    expect(sample()).toBe(7);
  });

  it('moves along when the param gets another name', () => {
    const { session, box } = open({ type: 'string' });
    fireEvent.change(box(), { target: { value: 'ap' } });
    act(() => renameTypedSample(session, 'it', 'region'));
    expect(session.samples.get().typed).toEqual({ region: 'ap' });
  });
});
