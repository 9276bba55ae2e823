// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { focusRequest } from './focus-field';
import { StepWorstCaseSection, WorstCaseSection } from './worst-case-section';

const document: PipelineDocument = {
  steps: [
    {
      id: 'get',
      action: 'http_request',
      params: { url: 'https://example.org', timeout_seconds: 10 },
      retry: { max_attempts: 3 },
    },
    { id: 'rest', action: 'wait', params: { duration: 60 }, depends_on: ['get'] },
    { id: 'mail', action: 'email', depends_on: ['get'] },
  ],
};

afterEach(() => {
  cleanup();
  focusRequest.set(undefined);
});

const at = (index: number) => document.steps[index] ?? { id: '', action: '' };

describe('the worst case of a step', () => {
  it('adds attempts and delays, and says when the step starts at the latest', () => {
    openInTest(document, catalogue.descriptors, <StepWorstCaseSection step={at(1)} />);
    expect(screen.getByRole('heading').textContent).toBe('Worst case1 m');
    expect(
      screen.getByText(/Starts at most 33 s after the start of the run\. The step is on the longest path/),
    ).toBeDefined();
  });

  it('asks for a timeout where nothing limits an attempt', () => {
    openInTest(document, catalogue.descriptors, <StepWorstCaseSection step={at(2)} />);
    expect(screen.getByRole('heading').textContent).toBe('Worst caseunknown');
    expect(
      screen.getByText(/Attempts of this step have no time limit\. Set a timeout\. Starts at most 33 s/),
    ).toBeDefined();
  });
});

describe('the worst case of a run', () => {
  it('names the longest path and the steps without a timeout, and follows the document', () => {
    const session = openInTest(document, catalogue.descriptors, <WorstCaseSection />);
    expect(screen.getByRole('heading').textContent).toBe('Worst case of a rununknown');
    expect(screen.getByText(/^Longest path/).textContent).toBe('Longest path: get → rest');
    fireEvent.click(screen.getByRole('button', { name: 'mail' }));
    expect(focusRequest.get()).toEqual({ stepId: 'mail', path: 'timeout_seconds' });
    act(() => session.store.edit('Limit', (current) => ({ ...current, settings: { timeout_seconds: 45 } })));
    expect(screen.getByRole('heading').textContent).toBe('Worst case of a run45 s');
    expect(screen.getByText(/The timeout of the run ends it after 45 s\./)).toBeDefined();
  });
});
