import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPipeline, indexDescriptors, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { createDraftStore } from './drafts';
import { addStep, setParam } from './edits';
import { createSaveController } from './save';
import type { SaveAnswer, SaveInput, ServerDraft } from './save-state';
import { newStepId } from './step-ids';
import { createEditorStore } from './store';

/** Of random edits and the order of requests. */
const SEED = 20_261_122;

const CLIENTS = 3;

const descriptors = indexDescriptors(catalogue.descriptors.all);

const start: PipelineDocument = {
  name: 'Shared',
  steps: ['a', 'b'].map((id) => ({ id, action: 'log', params: { message: 'first' } })),
};

/** A server with one draft; `loses` drops the answer of the next save that it stores. */
function openServer() {
  let head: ServerDraft = { revision: 1, version: 1, edited: false };
  let text = formatPipeline(start);
  let loses = false;
  return {
    head: () => head,
    text: () => text,
    loseNext: () => {
      loses = true;
    },
    read: async () => ({ ...head, text }),
    save: async (input: SaveInput): Promise<SaveAnswer> => {
      if (input.text === text) return { outcome: 'saved', ...head };
      if (input.baseRevision !== head.revision) return { outcome: 'conflict', theirs: { ...head, text } };
      text = input.text;
      head = { ...head, revision: head.revision + 1, edited: true };
      if (!loses) return { outcome: 'saved', ...head };
      loses = false;
      throw new TypeError('Failed to fetch');
    },
  };
}

function openClient(server: ReturnType<typeof openServer>) {
  const store = createEditorStore(start, { draft: server.head() });
  const controller = createSaveController({
    store,
    pipelineId: 'p1',
    opened: server.head(),
    descriptors,
    send: server.save,
    read: server.read,
    drafts: createDraftStore('p1', undefined, undefined),
    timers: { start: () => undefined, stop: () => undefined },
    now: () => new Date(0),
  });
  controller.start();
  return { store, controller };
}

const turn = fc.record({
  client: fc.nat(CLIENTS - 1),
  act: fc.constantFrom('key', 'message', 'add', 'save', 'save', 'lose', 'follow', 'mine', 'theirs', 'undo'),
  step: fc.constantFrom('a', 'b'),
});

it(`no edit of several tabs is lost, and all tabs reach one document (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 40 }), async (turns) => {
      const server = openServer();
      const clients = Array.from({ length: CLIENTS }, () => openClient(server));
      const resolve = async (index: number, choice: 'mine' | 'theirs') => {
        const { save } = clients[index]?.store.getState() ?? {};
        if (save?.status === 'conflict') await clients[index]?.controller.resolve(save.conflicts, choice);
      };
      const expected: string[] = [];
      for (const [number, { client: index, act, step }] of turns.entries()) {
        const client = clients[index];
        if (client === undefined) continue;
        const { store, controller } = client;
        switch (act) {
          case 'key':
            store.edit('Key', (document) => setParam(document, step, `key_${number}`, number));
            expected.push(`"key_${number}"`);
            break;
          case 'message':
            store.edit('Message', (document) => setParam(document, step, 'message', `text ${number}`));
            break;
          case 'add':
            store.edit('Add', (document) =>
              addStep(
                document,
                { id: newStepId(document, 'log'), action: 'log', params: { message: `added ${number}` } },
                descriptors,
              ),
            );
            expected.push(`"added ${number}"`);
            break;
          case 'undo':
            store.edit('Message', (document) => setParam(document, step, 'message', `undone ${number}`));
            store.undo();
            break;
          case 'save':
            await controller.flush();
            break;
          case 'lose':
            server.loseNext();
            await controller.flush();
            break;
          case 'follow':
            await controller.follow(server.head());
            break;
          default:
            await resolve(index, act);
        }
      }
      for (let round = 0; round < 2 * CLIENTS; round += 1) {
        for (const [index, { controller }] of clients.entries()) {
          await controller.follow(server.head());
          await controller.flush();
          await resolve(index, 'theirs');
          await controller.flush();
        }
      }
      for (const { store, controller } of clients) {
        expect(formatPipeline(store.getState().document)).toBe(server.text());
        expect(controller.isDirty()).toBe(false);
      }
      for (const part of expected) expect(server.text()).toContain(part);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
