import type { AnswerMemory, AnswerShare } from './answer-memory';
import type { SettingName } from './channels';
import type { ClusterHealth } from './cluster-health';
import type { Deployments } from './deployments';
import type { Json, JsonObject } from './json';
import type { Models } from './model-ports';
import type { Inbox } from './notices';
import type { Outgoing, RevealedSecret } from './outgoing';
import type { Drive } from './pausing';

export type { Outgoing, RevealedSecret } from './outgoing';

/** The run that reads a secret. */
export interface SecretReader {
  readonly runId: string;
}

/** The store of secrets. */
export interface Secrets {
  /** The secret; undefined when it does not exist. A read by a run is first recorded in the audit log. */
  reveal(name: string, reader?: SecretReader): Promise<RevealedSecret | undefined>;
}

export interface HttpRequest extends Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Timeout of the connection, in seconds. @default that of the adapter */
  readonly connectTimeoutSeconds?: number;
  /** Largest response, in bytes after decompression. @default the adapter's, which is also the maximum */
  readonly limitBytes?: number;
  /** Largest number of redirects. @default that of the adapter, which is also the maximum */
  readonly maxRedirects?: number;
  /** Counts received bytes; a returned promise is awaited before more is read. @default no limit */
  readonly reserve?: AnswerShare['reserve'];
}

/** The complete response to an HTTP request, read within the size limit. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * @throws ActionError `connection_error`, `timeout`, `rejected` (response too large, address refused) or `cancelled`
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** How a connection to a mail server is protected. */
export type MailSecurity =
  /** TLS from the first byte. */
  | 'tls'
  /** STARTTLS, or the mail is not sent. */
  | 'starttls'
  /** STARTTLS when the server offers it. */
  | 'opportunistic'
  | 'none';

/** A mail server, from an `smtp://` address. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly user?: string;
  readonly password?: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** One mail. Every text is free of line breaks except `text` and `html`, every address one mailbox. */
export interface MailRequest extends Outgoing {
  readonly server: MailServer;
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  /** Extra headers, such as `x-priority`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly MailAttachment[];
}

/** The response of the mail server. */
export interface MailReceipt {
  readonly messageId: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly { readonly address: string; readonly reason: string }[];
}

/** Sends one mail to a server. @throws ActionError `connection_error`, `timeout`, `rejected` or `cancelled` */
export type Mail = (request: MailRequest) => Promise<MailReceipt>;

/** A database, from a connection string. */
export type SqlConnection =
  | {
      readonly dialect: 'postgres' | 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
      /** `verify` checks the certificate's chain and name, `require` only encrypts. */
      readonly tls: 'off' | 'prefer' | 'require' | 'verify';
    }
  /** A file below the folder of SQLite databases. */
  | { readonly dialect: 'sqlite'; readonly path: string };

/** Text with values between its parts: `parts.length === values.length + 1`. The values never become text. */
export interface BoundText {
  readonly parts: readonly string[];
  readonly values: readonly Json[];
}

export const SQL_COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'like', 'in', 'is_null'] as const;
export type SqlComparison = (typeof SQL_COMPARISONS)[number];

/** One condition on a column; all conditions of a statement must be true. */
export interface SqlCondition {
  readonly column: string;
  readonly is: SqlComparison;
  readonly value: Json;
}

/** A command to a database. The adapter quotes names and binds values. */
export type SqlCommand =
  | { readonly do: 'insert'; readonly table: string; readonly rows: readonly JsonObject[] }
  | {
      readonly do: 'update';
      readonly table: string;
      readonly set: JsonObject;
      readonly where: readonly SqlCondition[];
    }
  | { readonly do: 'delete'; readonly table: string; readonly where: readonly SqlCondition[] }
  /** `mayWrite: false` runs in a read-only transaction. */
  | { readonly do: 'query'; readonly text: BoundText; readonly mayWrite: boolean };

export interface SqlRequest extends Outgoing {
  readonly connection: SqlConnection;
  readonly command: SqlCommand;
  /** More rows than this fail the request. */
  readonly maxRows: number;
  /** Timeout of a statement on the server, in seconds. */
  readonly statementSeconds: number;
}

export interface SqlResult {
  /** Values as in the action's documentation: dates as ISO text, big integers as text, binary as base64. */
  readonly rows: readonly JsonObject[];
  /** Number of returned or changed rows. */
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Runs a command. @throws ActionError `connection_error`, `timeout`, `rejected`, `invalid_params` or `cancelled` */
export type SqlDatabases = (request: SqlRequest) => Promise<SqlResult>;

/** A stored file in outputs. */
export interface StoredFile {
  /** `files/<sha256>`, as for `path` of an attachment. */
  readonly path: string;
  readonly name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
}

export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** The attempt that created a file. */
export interface FileOwner {
  readonly runId: string;
  readonly step: string;
  readonly iteration: readonly number[];
  readonly attempt: number;
}

/** The store of files, by their content. */
export interface FileStore {
  /** @throws ActionError `storage_full` or `rejected` (too large) */
  put(file: NewFile, owner: FileOwner): Promise<StoredFile>;
  /** @throws ActionError `invalid_params` when no file has this path */
  get(path: string): Promise<{ readonly file: StoredFile; readonly content: Uint8Array }>;
}

/** A computation on data by a function of an author, without access to the outside. */
export interface SandboxProgram {
  readonly source: string;
  /** `map` and `filter`: `(item, index)`; `reduce`: `(acc, item, index)`, from `initial`. */
  readonly mode: 'map' | 'filter' | 'reduce';
  readonly input: readonly Json[];
  readonly initial?: Json;
}

/** The owner of the program: owners take turns. */
export interface SandboxCaller {
  readonly pipelineId: string;
  readonly runId: string;
}

/**
 * Runs a program within limits of time, memory, stack and output.
 * @throws ActionError `invalid_params` (not a function), `expression_error` (it threw, or exceeded a limit; the message
 * names the line of the source), `timeout` or the signal's own reason
 */
export type Sandbox = (program: SandboxProgram, signal: AbortSignal, caller?: SandboxCaller) => Promise<Json>;

export type {
  Capacity,
  ClusterHealth,
  ClusterIssue,
  ClusterNode,
} from './cluster-health';
export type { Deployments } from './deployments';
export type { BenchmarkRequest, CloudModelRequest, ModelRequest, Models } from './model-ports';
export type { Inbox, NewNotice, NoticeOwner } from './notices';

/** The clusters of this installation. */
export interface Clusters {
  /**
   * Checks the health of a cluster. A cluster that does not respond is a result too.
   * @throws ActionError `invalid_params` (no such cluster), `timeout`, `rejected`, `connection_error` (its certificate
   * cannot be verified) or the signal's own reason
   */
  health(clusterId: string, request: { readonly signal: AbortSignal }): Promise<ClusterHealth>;
}

/** A setting's value, as a secret when it must not be shown. */
export interface Setting {
  readonly value: string;
  readonly secret?: RevealedSecret;
}

/** Reads a setting; undefined when it is not set. */
export type Settings = (name: SettingName, reader?: SecretReader) => Promise<Setting | undefined>;

/** Time as the runner sees it. */
export interface Clock {
  now(): Date;
  /** Calls back once, at or after the instant. Returns a function that cancels it. */
  at(instant: Date, callback: () => void): () => void;
}

/** Everything outside the engine that an action can access. */
export interface World {
  readonly http: Http;
  readonly mail: Mail;
  readonly sql: SqlDatabases;
  readonly files: FileStore;
  readonly inbox: Inbox;
  readonly models: Models;
  readonly deployments: Deployments;
  readonly sandbox: Sandbox;
  readonly clusters: Clusters;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Runs long computations, such as parsing a response of 10 MB. @default without pauses */
  readonly drive?: Drive;
  /** Memory for the responses of all attempts together. @default no limit */
  readonly answers?: AnswerMemory;
}
