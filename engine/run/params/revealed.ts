import { type Drive, driveSync } from '../../pausing';
import type { RevealedSecret, Secrets } from '../../ports';
import type { Subsystem } from '../context/subsystem';
import { hiddenTexts, preparingMask } from '../masking/mask';
import { type UnitAddress, unitKey } from '../state/unit';
import { revealSecrets } from './prepare';

type Entry =
  | { readonly state: 'fetching' }
  | { readonly state: 'available'; readonly secrets: readonly RevealedSecret[] }
  | { readonly state: 'failed'; readonly error: unknown };

interface RevealedWorld {
  readonly secrets: Secrets;
  readonly drive: Drive | undefined;
}

/** Secrets of the active attempts: fetched when one begins, dropped when it ends. Never stored. */
export class Revealed implements Subsystem {
  readonly #secrets: Secrets;
  readonly #drive: Drive;
  readonly #ready: (address: UnitAddress) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #fetching = new Set<string>();
  readonly #hidden = new Map<string, readonly string[]>();
  /** Attempts that received more secrets since their entry in `#hidden`. */
  readonly #isStale = new Set<string>();
  /** Settings that attempts read while they were executed. */
  readonly #added = new Map<string, RevealedSecret[]>();

  /** @param ready called when the secrets of an attempt have arrived, or failed to */
  constructor({ secrets, drive = driveSync }: RevealedWorld, ready: (address: UnitAddress) => void) {
    this.#secrets = secrets;
    this.#drive = drive;
    this.#ready = ready;
  }

  get activity(): 'deciding' | undefined {
    return this.#fetching.size > 0 ? 'deciding' : undefined;
  }

  unitEnded(address: UnitAddress): void {
    this.drop(address);
  }

  /**
   * The secrets of this attempt; undefined while they are being fetched, after which `ready` is called.
   * @throws ActionError when a secret cannot be read
   */
  get(address: UnitAddress, names: readonly string[]): readonly RevealedSecret[] | undefined {
    if (names.length === 0) return [];
    const key = unitKey(address);
    const entry = this.#entries.get(key);
    if (!entry) {
      void this.#fetch(address, names);
      return undefined;
    }
    if (entry.state === 'failed') {
      this.#entries.delete(key);
      throw entry.error;
    }
    return entry.state === 'available' ? entry.secrets : undefined;
  }

  /** Texts to hide in everything that is stored of this attempt. The same list as long as the texts are the same. */
  hidden(address: UnitAddress): readonly string[] {
    const key = unitKey(address);
    const known = this.#hidden.get(key);
    if (known && !this.#isStale.has(key)) return known;
    const entry = this.#entries.get(key);
    const fetched = entry?.state === 'available' ? entry.secrets : [];
    const secrets = [...fetched, ...(this.#added.get(key) ?? [])];
    const hidden = hiddenTexts(secrets, known);
    this.#isStale.delete(key);
    if (hidden.length > 0) this.#hidden.set(key, hidden);
    return hidden;
  }

  /** Hides one more text from now on: a setting that the attempt read. */
  add(address: UnitAddress, secret: RevealedSecret): void {
    const key = unitKey(address);
    this.#added.set(key, [...(this.#added.get(key) ?? []), secret]);
    this.#isStale.add(key);
  }

  drop(address: UnitAddress): void {
    const key = unitKey(address);
    this.#entries.delete(key);
    this.#fetching.delete(key);
    this.#added.delete(key);
    this.#hidden.delete(key);
    this.#isStale.delete(key);
  }

  async #fetch(address: UnitAddress, names: readonly string[]): Promise<void> {
    const key = unitKey(address);
    const fetching: Entry = { state: 'fetching' };
    this.#entries.set(key, fetching);
    this.#fetching.add(key);
    const entry = await this.#reveal(names);
    const secrets = entry.state === 'available' ? entry.secrets : [];
    const hidden = hiddenTexts([...secrets, ...(this.#added.get(key) ?? [])]);
    this.#isStale.delete(key);
    await this.#drive(preparingMask(hidden));
    if (this.#entries.get(key) !== fetching) return;
    this.#entries.set(key, entry);
    this.#hidden.set(key, hidden);
    this.#fetching.delete(key);
    this.#ready(address);
  }

  async #reveal(names: readonly string[]): Promise<Entry> {
    try {
      return { state: 'available', secrets: await revealSecrets(names, this.#secrets) };
    } catch (error) {
      return { state: 'failed', error };
    }
  }
}
