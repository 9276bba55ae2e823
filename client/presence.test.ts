import { expect, it } from 'vitest';
import { reportPresence } from './presence';

function open() {
  const sent: { step: string | null; left: boolean }[] = [];
  const planned = new Map<object, { run: () => void; delayMs: number }>();
  const handlers = new Map<string, () => void>();
  let step: string | null = null;
  let changed = () => {};
  const page = {
    addEventListener: (type: string, listener: () => void) => void handlers.set(type, listener),
    removeEventListener: (type: string) => void handlers.delete(type),
  };
  const stop = reportPresence({
    pipelineId: 'p',
    tab: 'a'.repeat(16),
    step: () => step,
    onChange: (listener) => {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
    // Only these parts of a window are used.
    page: page as unknown as Window,
    send: async ({ step: of, left }) => void sent.push({ step: of, left }),
    timers: {
      start: (run, delayMs) => {
        const timer = {};
        planned.set(timer, { run, delayMs });
        return timer;
      },
      stop: (timer) => void planned.delete(timer as object),
    },
  });
  return {
    ...{ sent, handlers, planned, stop },
    select(id: string | null) {
      step = id;
      changed();
    },
    fire(delayMs: number) {
      for (const [timer, plan] of [...planned]) {
        if (plan.delayMs !== delayMs) continue;
        planned.delete(timer);
        plan.run();
      }
    },
  };
}

it('reports the tab when it is opened, with each selection that stays, and at intervals', () => {
  const { sent, select, fire } = open();
  expect(sent).toEqual([{ step: null, left: false }]);
  select('a');
  select('b');
  fire(400);
  expect(sent.at(-1)).toEqual({ step: 'b', left: false });
  expect(sent).toHaveLength(2);
  fire(30_000);
  expect(sent).toHaveLength(3);
});

it('reports the end of the page and of following, and plans nothing after it', () => {
  const { sent, handlers, planned, stop, select } = open();
  handlers.get('pagehide')?.();
  expect(sent.at(-1)).toEqual({ step: null, left: true });
  handlers.get('pageshow')?.();
  expect(sent.at(-1)).toEqual({ step: null, left: false });
  stop();
  select('c');
  expect(sent.at(-1)?.left).toBe(true);
  expect(planned.size).toBe(0);
});
