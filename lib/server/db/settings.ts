/** The settings that say which database is used. */
export interface DatabaseSettings {
  /** The project's folder, where migrations and packages are found. */
  readonly root: string;
  /** A PostgreSQL to use instead of the bundled one. */
  readonly databaseUrl: string | undefined;
  /** Absolute folder of everything the product writes. @default `<root>/.data` */
  readonly dataDir: string;
}
