/** Settings of runtimes. */
export interface RuntimeSettings {
  /** The project folder. */
  readonly root: string;
  readonly runtimes: {
    /** Absolute path of the runtimes of this installation, from RUNTIMES_FILE. @default none */
    readonly file: string | undefined;
    /** Variables of this process that replicas inherit. */
    readonly environment: Readonly<Record<string, string>>;
  };
}
