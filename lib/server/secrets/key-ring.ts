import { KeyFileError, makeKeyFile, readKeyFile } from './key-file';
import type { MasterKey } from './master-key';

export interface KeyRingOptions {
  /** From PIPEWRIGHT_KEY: the first one encrypts, all decrypt. */
  readonly keys: readonly MasterKey[];
  /** Where the key file is, or is made when there is no other key. */
  readonly file: string;
  /** Told what an operator should know. */
  readonly log: (line: string) => void;
}

/** The master keys of this server. They are read when they are first needed, so that all else works without them. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  #fromFile: readonly MasterKey[] | undefined;

  constructor(options: KeyRingOptions) {
    this.#options = options;
  }

  /** The key that encrypts, when there is one. @throws KeyFileError */
  async current(): Promise<MasterKey | undefined> {
    return this.#options.keys[0] ?? (await this.#file())[0];
  }

  /** The key that encrypts; made in the key file when there is none. @throws KeyFileError */
  async currentOrNew(): Promise<MasterKey> {
    const known = await this.current();
    if (known) return known;
    const { file } = this.#options;
    await makeKeyFile(file);
    const [made] = await this.#readFile();
    if (!made)
      throw new KeyFileError(`The key file ${file} holds no key. Put a copy of it back, or remove it.`);
    return made;
  }

  /** A key by its id. Looks into the file again, where it may have been put back meanwhile. @throws KeyFileError */
  async find(id: string): Promise<MasterKey | undefined> {
    const byId = (key: MasterKey) => key.id === id;
    return (
      this.#options.keys.find(byId) ?? (await this.#file()).find(byId) ?? (await this.#readFile()).find(byId)
    );
  }

  /**
   * Whether what another key sealed may be brought under the first one. A key file beside PIPEWRIGHT_KEY keeps what it
   * sealed until PIPEWRIGHT_KEY lists its key too: a variable that was set by mistake can then be taken away again.
   */
  mayReplace(id: string): boolean {
    const { keys } = this.#options;
    return keys.length === 0 || keys.some((key) => key.id === id);
  }

  /** An empty file is no news: somebody may be about to put one there. */
  async #file(): Promise<readonly MasterKey[]> {
    return this.#fromFile?.length ? this.#fromFile : this.#readFile();
  }

  async #readFile(): Promise<readonly MasterKey[]> {
    this.#fromFile = await readKeyFile(this.#options.file, this.#options.log);
    return this.#fromFile;
  }
}
