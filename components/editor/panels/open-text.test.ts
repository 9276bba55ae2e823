import { describe, expect, it } from 'vitest';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { setPipelineField } from '../model/edits';
import { createEditorStore } from '../model/store';
import { createTextDraftStore } from '../model/text-drafts';
import { isTextStored, openText, restoreText, setOpenText } from './open-text';

const descriptors = indexDescriptors([]);
const start: PipelineDocument = { name: 'First', steps: [] };
const BROKEN = '{\n  "name": "Typed",\n  "steps": [}\n';

function deviceStorage(limit = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
    key: () => null,
    length: 0,
  };
}

/** A visit of the page. */
function visit(device: ReturnType<typeof deviceStorage>, document = start) {
  const store = createEditorStore(document);
  const texts = createTextDraftStore('p1', device);
  restoreText(store, texts, descriptors);
  const type = (text: string) =>
    setOpenText(store, {
      text,
      error: { message: 'Unexpected token.', line: 3, column: 13 },
      offset: 34,
      base: store.getState().document,
    });
  return { store, texts, type };
}

describe('JSON text that does not parse', () => {
  it('is there again after the page was reloaded, with the place of the error', () => {
    const device = deviceStorage();
    const first = visit(device);
    first.type(BROKEN);
    expect(isTextStored(first.store)).toBe(true);
    const second = visit(device);
    expect(openText(second.store)?.text).toBe(BROKEN);
    expect(second.store.getState().jsonDraft).toMatchObject({ text: BROKEN, error: { line: 3 } });
    expect(second.store.getState().document).toBe(start);
  });

  it('stays announced while the canvas is edited', () => {
    const { store, type } = visit(deviceStorage());
    type(BROKEN);
    store.edit('Rename', (document) => setPipelineField(document, 'name', 'Second'));
    store.undo();
    expect(store.getState().jsonDraft?.text).toBe(BROKEN);
  });

  it('is gone after it was applied or discarded', () => {
    const device = deviceStorage();
    const first = visit(device);
    first.type(BROKEN);
    setOpenText(first.store, undefined);
    expect(first.store.getState().jsonDraft).toBeUndefined();
    expect(openText(visit(device).store)).toBeUndefined();
  });

  it('is reported as not stored when this device has no room, so that the page asks', () => {
    const { store, type } = visit(deviceStorage(10));
    type(BROKEN);
    expect(isTextStored(store)).toBe(false);
    setOpenText(store, undefined);
    expect(isTextStored(store)).toBe(true);
  });

  it('that became valid before the page was closed is applied to what was saved since', () => {
    const device = deviceStorage();
    const typed = setPipelineField(start, 'name', 'Typed');
    createTextDraftStore('p1', device).write({ text: formatPipeline(typed), base: formatPipeline(start) });
    const { store, texts } = visit(device, { ...start, description: 'Saved since' });
    expect(store.getState().document).toEqual({ name: 'Typed', steps: [], description: 'Saved since' });
    expect(texts.read()).toBeUndefined();
  });

  it('of another program is ignored', () => {
    const device = deviceStorage();
    device.setItem('pipewright.json.p1', '[]');
    expect(openText(visit(device).store)).toBeUndefined();
  });
});
