import { z } from 'zod';
import { type OpenTab, openTabSchema, PRESENCE_ENDS_MS } from '@/lib/contracts/presence';

/** What processes notify each other of. It is never written to a table. */
const reportSchema = openTabSchema.extend({ pipeline: z.string(), left: z.boolean() });
export type PresenceReport = z.infer<typeof reportSchema>;

/** Receives all tabs in which a pipeline is open. */
export type PresenceListener = (tabs: readonly OpenTab[]) => void;

/** How often tabs that stopped reporting are looked for, in ms. */
const CHECK_MS = 10_000;
/** Largest number of tabs remembered for one pipeline: more are not shown. */
const MOST_TABS = 50;

/** In which tabs pipelines are open, as far as they reported lately. In memory only. */
export class Presence {
  readonly #now: () => Date;
  readonly #tabs = new Map<string, Map<string, OpenTab & { readonly at: number }>>();
  readonly #listeners = new Map<string, Set<PresenceListener>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The tabs in which a pipeline is open. */
  tabsOf(pipeline: string): readonly OpenTab[] {
    return [...(this.#tabs.get(pipeline)?.values() ?? [])].map(({ tab, step }) => ({ tab, step }));
  }

  /** Calls the listener after each change. Returns a function that stops. */
  watch(pipeline: string, listener: PresenceListener): () => void {
    const listeners = this.#listeners.get(pipeline) ?? new Set();
    this.#listeners.set(pipeline, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(pipeline);
    };
  }

  /** Takes the report of a tab, which may be connected to another process. */
  receive(payload: string): void {
    const read = reportSchema.safeParse(parsed(payload));
    // A process of another version may report other things.
    if (!read.success) return;
    const { pipeline, tab, step, left } = read.data;
    const tabs = this.#tabs.get(pipeline) ?? new Map();
    const known = tabs.get(tab);
    if (left) tabs.delete(tab);
    else if (known !== undefined || tabs.size < MOST_TABS)
      tabs.set(tab, { tab, step, at: this.#now().getTime() });
    this.#keep(pipeline, tabs);
    const isNew = left ? known !== undefined : known === undefined || known.step !== step;
    if (isNew) this.#notify(pipeline);
  }

  /** Forgets tabs that stopped reporting. */
  expire(): void {
    const oldest = this.#now().getTime() - PRESENCE_ENDS_MS;
    for (const [pipeline, tabs] of [...this.#tabs]) {
      const ended = [...tabs.values()].filter(({ at }) => at < oldest);
      for (const { tab } of ended) tabs.delete(tab);
      this.#keep(pipeline, tabs);
      if (ended.length > 0) this.#notify(pipeline);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keep(pipeline: string, tabs: Map<string, OpenTab & { readonly at: number }>): void {
    if (tabs.size === 0) this.#tabs.delete(pipeline);
    else this.#tabs.set(pipeline, tabs);
    if (this.#tabs.size === 0) this.close();
    else this.#timer ??= setInterval(() => this.expire(), CHECK_MS).unref();
  }

  #notify(pipeline: string): void {
    const tabs = this.tabsOf(pipeline);
    for (const listener of [...(this.#listeners.get(pipeline) ?? [])]) listener(tabs);
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
