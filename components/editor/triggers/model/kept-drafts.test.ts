// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { keepTriggerDraft, readKeptTriggerDraft } from './kept-drafts';
import { newDraft } from './trigger-draft';

const key = { pipelineId: 'pl_1', trigger: { type: 'webhook' } } as const;
const fresh = newDraft('webhook', {}, 'UTC');

afterEach(() => window.localStorage.clear());

describe('a stored draft', () => {
  it('is read with fields that the form has since gained', () => {
    const { signatureKind, ...older } = { ...fresh.webhook, signatureHeader: 'x-typed' };
    expect(signatureKind).toBe('body');
    const draft = { ...fresh, webhook: older };
    window.localStorage.setItem(
      'pipewright.trigger-draft.pl_1.new-webhook',
      JSON.stringify({ form: 1, draft }),
    );
    expect(readKeptTriggerDraft(key, fresh)).toEqual({
      ...fresh,
      webhook: { ...fresh.webhook, signatureHeader: 'x-typed' },
    });
  });

  it('is not read for another type', () => {
    keepTriggerDraft(key, newDraft('schedule', {}, 'UTC'));
    expect(readKeptTriggerDraft(key, fresh)).toBeUndefined();
  });
});
