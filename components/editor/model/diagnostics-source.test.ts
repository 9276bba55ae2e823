import { describe, expect, it } from 'vitest';
import { createObservable } from '@/components/ui/observable';
import { type ObservedOutputs, observeShape, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { createDiagnosticsSource } from './diagnostics-source';
import { createEditorStore } from './store';

const { descriptors } = catalogue;
const document: PipelineDocument = {
  name: 'p',
  steps: [
    { id: 'get', action: 'http_request', params: { url: 'https://service.test' } },
    { id: 'tell', action: 'log', params: { message: '{{steps.get.output.response_body.totl}}' } },
  ],
};

/** Timers that fire immediately. */
const timers = { start: (run: () => void) => run(), stop: () => undefined };

describe('the problems of an open document', () => {
  it('are computed again after new outputs of runs', () => {
    const store = createEditorStore(document, {});
    const observed = createObservable<ObservedOutputs>({});
    const source = createDiagnosticsSource({ store, descriptors, observed, timers });
    const stop = source.start();
    expect(source.get()).toEqual([]);
    observed.set({ get: { run: 3, shape: observeShape({ response_body: { total: 1 } }) } });
    expect(source.get()).toMatchObject([
      { severity: 'warning', step: 'tell', hint: 'Did you mean steps.get.output.response_body.total?' },
    ]);
    stop();
    observed.set({});
    expect(source.get()).toHaveLength(1);
  });
});
