import { KeyFileError, makeKeyFile, readKeyFile } from './key-file';
import type { MasterKey } from './master-key';

export interface KeyRingOptions {
  /** From PIPEWRIGHT_KEY: the first one encrypts, all decrypt. */
  readonly keys: readonly MasterKey[];
  /** Path of the key file, which is created if there is no other key. */
  readonly file: string;
  /** Logs lines for operators. */
  readonly log: (line: string) => void;
}

/** The master keys of this server, read on first use, so that the server works without them. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  #fromFile: readonly MasterKey[] | undefined;

  constructor(options: KeyRingOptions) {
    this.#options = options;
  }

  /**
   * The key that encrypts, if any.
   * @throws KeyFileError
   */
  async current(): Promise<MasterKey | undefined> {
    return this.#options.keys[0] ?? (await this.#file())[0];
  }

  /**
   * The key that encrypts; created in the key file if there is none.
   * @throws KeyFileError
   */
  async currentOrNew(): Promise<MasterKey> {
    const known = await this.current();
    if (known) return known;
    const { file } = this.#options;
    await makeKeyFile(file);
    const [made] = await this.#readFile();
    if (!made)
      throw new KeyFileError(`The key file ${file} contains no key. Restore a copy of it, or remove it.`);
    return made;
  }

  /**
   * A key by its id. Reads the key file again, since it may have been restored.
   * @throws KeyFileError
   */
  async find(id: string): Promise<MasterKey | undefined> {
    const byId = (key: MasterKey) => key.id === id;
    return (
      this.#options.keys.find(byId) ?? (await this.#file()).find(byId) ?? (await this.#readFile()).find(byId)
    );
  }

  /**
   * Whether secrets of another key may be re-encrypted with the first one. Secrets of the key file stay until
   * PIPEWRIGHT_KEY lists its key too, so that a variable set by mistake can be removed again.
   */
  mayReplace(id: string): boolean {
    const { keys } = this.#options;
    return keys.length === 0 || keys.some((key) => key.id === id);
  }

  /** A missing file is not cached: it may be restored at any time. */
  async #file(): Promise<readonly MasterKey[]> {
    return this.#fromFile?.length ? this.#fromFile : this.#readFile();
  }

  async #readFile(): Promise<readonly MasterKey[]> {
    this.#fromFile = await readKeyFile(this.#options.file, this.#options.log);
    return this.#fromFile;
  }
}
