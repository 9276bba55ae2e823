import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import type { LivePolicy } from '../adapters/egress/policy';
import { type EgressSetting, isSameSetting } from '../adapters/egress/setting';
import type { DatabaseSettings } from '../db/settings';
import { newId } from '../ids';
import {
  ensureInstanceId,
  listenersOn,
  readInstallation,
  removeAllListeners,
  removeListeners,
  saveEgress,
  saveListener,
} from '../store/installation';
import type { InstallationView } from '../store/installation-view';
import { egressSettingOf, endpointsOf, type ListenerSettings } from './endpoints';
import { FreshView } from './fresh-view';
import { writeNotice } from './notice';
import { livePolicy, UNKNOWN_TO_SERVER } from './policy';

/** Interval at which a process refreshes its row and reads the others, in ms. */
const BEAT_MS = 10_000;
/** Interval at which an unchanged notice in the data folder is renewed, in ms. */
const NOTICE_MS = 60_000;

export interface RegistrationOptions {
  readonly sql: Sql;
  readonly kind: 'web' | 'worker';
  readonly config: ListenerSettings & Pick<DatabaseSettings, 'databaseUrl'>;
  /**
   * Folder for the notice to the command line.
   * @default no notice
   */
  readonly noticeDir?: string | undefined;
  readonly report: (error: unknown, what: string) => void;
  readonly log: (line: string) => void;
}

/** Registers the addresses of a process with the installation and follows the installation's setting. */
export class Registration {
  readonly policy: LivePolicy;
  readonly #options: RegistrationOptions;
  readonly #id = newId('listener');
  readonly #view: FreshView;
  readonly #limits: Partial<EgressSetting>;
  #instance = '';
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isReported = false;
  #said: string | undefined;
  #noticed = { text: '', at: Number.NEGATIVE_INFINITY };

  private constructor(options: RegistrationOptions) {
    const { sql, config, kind } = options;
    this.#options = options;
    this.#view = new FreshView({ read: async () => (await readInstallation(sql)).view });
    this.#limits = kind === 'web' ? egressSettingOf(config) : limitsOf(config);
    this.policy = livePolicy(this.#view, {
      config,
      limits: this.#limits,
      endpoints: endpointsOf(config, kind),
      unknown: UNKNOWN_TO_SERVER,
    });
  }

  /**
   * Registers the process until `stop`.
   * @throws when the database does not respond
   */
  static async open(options: RegistrationOptions): Promise<Registration> {
    const registration = new Registration(options);
    const { sql } = options;
    await ensureInstanceId(sql, randomBytes(16).toString('hex'));
    await registration.#forgetTheDead();
    await registration.#beat();
    registration.#timer = setInterval(() => registration.#refresh(), BEAT_MS);
    registration.#timer.unref();
    return registration;
  }

  /** The id of the installation. */
  get instance(): string {
    return this.#instance;
  }

  /** Removes the addresses of the process. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    const { sql, report } = this.#options;
    try {
      await removeListeners(sql, [this.#id]);
      await this.#leaveWord((await readInstallation(sql)).view);
    } catch (error) {
      report(error, 'The addresses of this process stay blocked for pipelines for a few minutes');
    }
  }

  #refresh(): void {
    this.#beating ??= this.#beat()
      .then(
        () => {
          this.#isReported = false;
        },
        (error: unknown) => {
          // An outage is reported once.
          if (!this.#isReported)
            this.#options.report(error, 'The addresses of this process could not be registered');
          this.#isReported = true;
        },
      )
      .finally(() => {
        this.#beating = undefined;
      });
  }

  async #beat(): Promise<void> {
    const { sql, kind, config } = this.#options;
    const endpoints = endpointsOf(config, kind);
    const egress = kind === 'web' ? egressSettingOf(config) : null;
    if (egress || endpoints.length > 0) {
      await saveListener(sql, { id: this.#id, host: hostname(), pid: process.pid, endpoints, egress });
    }
    const { view, kept } = await readInstallation(sql);
    if (view.egress && egress && !isSameSetting(view.egress, kept)) await saveEgress(sql, view.egress);
    this.#instance = view.id;
    this.#view.accept(view);
    this.#explain(view);
    if (kind === 'web') await this.#leaveWord(view);
  }

  /**
   * Removes processes of this host that have crashed, and all others if the database belongs to this process.
   */
  async #forgetTheDead(): Promise<void> {
    const { sql, config } = this.#options;
    if (config.databaseUrl === undefined) return removeAllListeners(sql);
    const dead = (await listenersOn(sql, hostname())).filter(({ pid }) => !isAlive(pid));
    await removeListeners(
      sql,
      dead.map(({ id }) => id),
    );
  }

  async #leaveWord(view: InstallationView): Promise<void> {
    const { noticeDir, report } = this.#options;
    const text = JSON.stringify(view);
    const isDue = text !== this.#noticed.text || performance.now() - this.#noticed.at > NOTICE_MS;
    if (noticeDir === undefined || !isDue) return;
    this.#noticed = { text, at: performance.now() };
    await writeNotice(noticeDir, view).catch((error: unknown) =>
      report(error, `The command line cannot detect this server: ${noticeDir} cannot be written`),
    );
  }

  /** Logs when the effective setting differs from that of this process. */
  #explain({ egress }: InstallationView): void {
    const line = explanation(egress, this.#limits);
    if (line !== undefined && line !== this.#said) this.#options.log(line);
    this.#said = line;
  }
}

/** The settings of a worker, if any. */
function limitsOf({ egressMode, egressAllow }: ListenerSettings): Partial<EgressSetting> {
  return {
    ...(egressMode === undefined ? {} : { mode: egressMode }),
    ...(egressAllow.length === 0 ? {} : { allow: egressAllow }),
  };
}

function explanation(
  installed: EgressSetting | undefined,
  { mode }: Partial<EgressSetting>,
): string | undefined {
  if (!installed) {
    return 'No web process has stored the egress setting yet. Until then, this process calls public addresses only.';
  }
  if (mode === undefined || mode === installed.mode) return undefined;
  return (
    `EGRESS_MODE is ${mode} in this process and ${installed.mode} in the installation: the stricter one applies here. ` +
    'Give every web process the same HOST, PIPEWRIGHT_HOSTS and EGRESS_MODE.'
  );
}

/** A process of another user is alive as well. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
