/** The settings that say where models are, and where they may come from. */
export interface ModelSettings {
  readonly models: {
    /** The folder of their contents, which all processes share, from MODELS_DIR. @default `models` in the data folder */
    readonly dir: string;
    /** Server of repositories, from HF_ENDPOINT. @default https://huggingface.co */
    readonly hubEndpoint: URL;
    /** Folders of this machine that models may be added from, from MODELS_LOCAL_DIRS. @default none */
    readonly localDirs: readonly string[];
  };
}
