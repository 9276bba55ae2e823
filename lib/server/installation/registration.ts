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

/** How often a process tells the database of itself and looks at the others, in ms. */
const BEAT_MS = 10_000;
/** How often the word in the data folder is renewed although nothing has changed, in ms. */
const NOTICE_MS = 60_000;

export interface RegistrationOptions {
  readonly sql: Sql;
  readonly kind: 'web' | 'worker';
  readonly config: ListenerSettings & Pick<DatabaseSettings, 'databaseUrl'>;
  /** Where to leave word for the command line. @default nowhere */
  readonly noticeDir?: string | undefined;
  readonly report: (error: unknown, what: string) => void;
  readonly log: (line: string) => void;
}

/** The part of a process in its installation: its addresses are known to all, and it follows the installation's setting. */
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

  /** Registers the process, and keeps it registered until `stop`. @throws when the database does not answer */
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

  /** Takes the addresses of the process away. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    const { sql, report } = this.#options;
    try {
      await removeListeners(sql, [this.#id]);
      await this.#leaveWord((await readInstallation(sql)).view);
    } catch (error) {
      report(error, 'The addresses of this process stay closed to pipelines for a few minutes');
    }
  }

  #refresh(): void {
    this.#beating ??= this.#beat()
      .then(
        () => {
          this.#isReported = false;
        },
        (error: unknown) => {
          // One outage is reported once.
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

  /** Those of this host that have ended without a word; all others, where the database belongs to this process. */
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
      report(error, `The command line does not learn of this server: ${noticeDir} cannot be written`),
    );
  }

  /** Logs when what holds is not what this process is set to. */
  #explain({ egress }: InstallationView): void {
    const line = explanation(egress, this.#limits);
    if (line !== undefined && line !== this.#said) this.#options.log(line);
    this.#said = line;
  }
}

/** What a worker is set to, where it is set at all. */
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
    return 'No web process has said yet what pipelines may call. Until one does, this process calls public addresses alone.';
  }
  if (mode === undefined || mode === installed.mode) return undefined;
  return (
    `EGRESS_MODE of this process is ${mode}, that of the installation ${installed.mode}: the stricter one holds here. ` +
    'Give every web process the same HOST, PIPEWRIGHT_HOSTS and EGRESS_MODE.'
  );
}

/** A process of another user is alive, too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
