import { z } from 'zod';
import { type EgressSetting, egressSetting, strictest } from '../adapters/egress/setting';

const endpoint = z.object({ host: z.string(), port: z.number() });

/** An address at which a process of the installation listens; `localhost` for every address of its machine. */
export type ListenerEndpoint = z.infer<typeof endpoint>;

/** What one process knows of the whole installation. */
export const installationView = z.object({
  /** The installation's id, which marks requests of its pipelines. */
  id: z.string(),
  /** What its pipelines may call; undefined until a web process has stored it. */
  egress: egressSetting.optional(),
  /** Where its processes listen. */
  endpoints: z.array(endpoint),
});
export interface InstallationView {
  readonly id: string;
  readonly egress?: EgressSetting | undefined;
  readonly endpoints: readonly ListenerEndpoint[];
}

/** A listening process, as stored in the database. */
export const listener = z.object({ endpoints: z.array(endpoint), egress: egressSetting.nullable() });

/** The strictest of the settings; undefined when there is none. */
export function strictestOf(settings: readonly EgressSetting[]): EgressSetting | undefined {
  const [first, ...others] = settings;
  return first && others.reduce(strictest, first);
}
