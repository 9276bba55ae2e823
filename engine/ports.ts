import type { AnswerMemory, AnswerShare } from './answer-memory';
import type { SettingName } from './channels';
import type { CloudModel, NewCloudModel } from './cloud-models';
import type { ClusterHealth } from './cluster-health';
import type { Deployments } from './deployments';
import type { Json, JsonObject } from './json';
import type { AvailableModel, DeletedModel, ModelAttempt, ModelDeletion, NewModel } from './models';
import type { Inbox } from './notices';
import type { Drive } from './pausing';

/** A secret in the hands of one attempt. */
export interface RevealedSecret {
  readonly name: string;
  readonly value: string;
  /** Hosts it may be sent to, `*.example.org` for every name below; empty for any. */
  readonly hosts: readonly string[];
  /** Written out in the document instead of kept as a secret: hidden as a whole, and its host may be named. */
  readonly isWritten?: boolean;
}

/** The run in whose name a secret is read. */
export interface SecretReader {
  readonly runId: string;
}

/** Where secrets are kept. */
export interface Secrets {
  /** The secret, or undefined when none has this name; a read by a run is on record before it is answered. */
  reveal(name: string, reader?: SecretReader): Promise<RevealedSecret | undefined>;
}

/** What every request to the outside world carries. */
export interface Outgoing {
  /** Aborts the request; its reason is the failure. */
  readonly signal: AbortSignal;
  /** Every secret the asking attempt holds; refused where the host is not one of theirs. Filled in by the runner. */
  readonly secrets?: readonly RevealedSecret[];
}

/** One outgoing HTTP request. */
export interface HttpRequest extends Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Longest time until the connection stands, in seconds. @default the adapter's own */
  readonly connectTimeoutSeconds?: number;
  /** Largest answer, in bytes after decompression. @default the adapter's own, which is also the most */
  readonly limitBytes?: number;
  /** How often a redirect is followed. @default the adapter's own, which is also the most */
  readonly maxRedirects?: number;
  /** Counts received bytes; a returned promise is awaited before more is read. @default no limit */
  readonly reserve?: AnswerShare['reserve'];
}

/** The whole answer to an HTTP request, read within the size limit. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Sends one HTTP request.
 * @throws ActionError `connection_error`, `timeout`, `rejected` (answer too large, address refused) or `cancelled`
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

/** A mail server, as `smtp://` addresses name it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly user?: string;
  readonly password?: string;
}

/** A file that goes with a mail. */
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

/** What the mail server said. */
export interface MailReceipt {
  readonly messageId: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly { readonly address: string; readonly reason: string }[];
}

/** Hands one mail to a server. @throws ActionError `connection_error`, `timeout`, `rejected` or `cancelled` */
export type Mail = (request: MailRequest) => Promise<MailReceipt>;

/** A database, as a connection string names it. */
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
  /** A file below the folder that holds SQLite databases. */
  | { readonly dialect: 'sqlite'; readonly path: string };

/** Text with values between its parts: `parts.length === values.length + 1`. The values never become text. */
export interface BoundText {
  readonly parts: readonly string[];
  readonly values: readonly Json[];
}

export const SQL_COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'like', 'in', 'is_null'] as const;
export type SqlComparison = (typeof SQL_COMPARISONS)[number];

/** One condition on a column; all of a statement's conditions must hold. */
export interface SqlCondition {
  readonly column: string;
  readonly is: SqlComparison;
  readonly value: Json;
}

/** What is asked of a database. Names are quoted and values bound by the adapter. */
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
  /** Longest time a statement may take on the server, in seconds. */
  readonly statementSeconds: number;
}

export interface SqlResult {
  /** Values as the action's documentation says: dates as ISO text, big integers as text, binary as base64. */
  readonly rows: readonly JsonObject[];
  /** Rows given, or changed. */
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Carries out one command. @throws ActionError `connection_error`, `timeout`, `rejected`, `invalid_params` or `cancelled` */
export type SqlDatabases = (request: SqlRequest) => Promise<SqlResult>;

/** A stored file as outputs name it. */
export interface StoredFile {
  /** `files/<sha256>`: what `path` of an attachment takes. */
  readonly path: string;
  readonly name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

/** A file to store. */
export interface NewFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Which attempt made a file. */
export interface FileOwner {
  readonly runId: string;
  readonly step: string;
  readonly iteration: readonly number[];
  readonly attempt: number;
}

/** Where files are kept, by their content. */
export interface FileStore {
  /** @throws ActionError `storage_full` or `rejected` (too large) */
  put(file: NewFile, owner: FileOwner): Promise<StoredFile>;
  /** @throws ActionError `invalid_params` when no file has this path */
  get(path: string): Promise<{ readonly file: StoredFile; readonly content: Uint8Array }>;
}

/** A computation on data by a function that somebody wrote. Nothing in it can reach the outside. */
export interface SandboxProgram {
  /** A JavaScript function expression. */
  readonly source: string;
  /** `map` and `filter`: `(item, index)`; `reduce`: `(acc, item, index)`, from `initial`. */
  readonly mode: 'map' | 'filter' | 'reduce';
  readonly input: readonly Json[];
  readonly initial?: Json;
}

/** Whose program it is: callers take turns. */
export interface SandboxCaller {
  readonly pipelineId: string;
  readonly runId: string;
}

/**
 * Runs a program within limits of time, memory, stack and output.
 * @throws ActionError `invalid_params` (not a function), `expression_error` (it threw, or went beyond a limit; the message
 * names the line of the source), `timeout` or the signal's own reason
 */
export type Sandbox = (program: SandboxProgram, signal: AbortSignal, caller?: SandboxCaller) => Promise<Json>;

export type {
  Capacity,
  ClusterHealth,
  ClusterIssue,
  ClusterNode,
} from './cluster-health';
export type { Inbox, NewNotice, NoticeOwner } from './notices';

/** A model to add in the name of an attempt. */
export interface ModelRequest extends NewModel, ModelAttempt, Outgoing {}

/** A model of a provider to add: in the name of an attempt, or of a person without `owner`. */
export interface CloudModelRequest extends NewCloudModel, Outgoing {
  readonly owner?: ModelAttempt['owner'];
}

/** The registry of models: docs/models.md. @throws ActionError */
export interface Models {
  /** Fetches and verifies a model, or finds the same name and content. What a stop leaves is resumed by the next attempt. */
  add(request: ModelRequest): Promise<AvailableModel>;
  /** Adds a model of a provider once the provider has listed it, or finds it. */
  addCloud(request: CloudModelRequest): Promise<CloudModel>;
  delete(request: ModelDeletion): Promise<DeletedModel>;
}

export type { Deployments } from './deployments';

/** The clusters of this installation. */
export interface Clusters {
  /**
   * Asks the machines of a cluster how they are. A cluster that is down is a result too.
   * @throws ActionError `invalid_params` (no such cluster), `timeout`, `rejected`, `connection_error` (its certificate cannot
   * be verified) or the signal's own reason
   */
  health(clusterId: string, request: { readonly signal: AbortSignal }): Promise<ClusterHealth>;
}

/** A setting's value, and the secret it is when it must not be shown. */
export interface Setting {
  readonly value: string;
  readonly secret?: RevealedSecret;
}

/** Reads a setting; undefined when it is not set. */
export type Settings = (name: SettingName, reader?: SecretReader) => Promise<Setting | undefined>;

/** Time as the runner sees it. */
export interface Clock {
  now(): Date;
  /** Calls back at or after the instant, once; returns a function that calls it off. */
  at(instant: Date, callback: () => void): () => void;
}

/** Everything outside that an action can reach. */
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
  /** Does long computations of ours, such as reading an answer of 10 MB. @default in one go */
  readonly drive?: Drive;
  /** Memory for the responses of all attempts together. @default no limit */
  readonly answers?: AnswerMemory;
}
