import type { Sql } from 'postgres';

/** Notifications from other processes. They are hints only: polling finds the same changes. */
export interface SignalHandlers {
  /** A run may be claimable. */
  readonly queued: () => void;
  /** A command was sent to a run. */
  readonly commanded: (runId: string) => void;
  /** Events of a run became durable, up to `seq`. */
  readonly written: (runId: string, seq: number) => void;
  /** A trigger was changed, or a run ended that triggers wait for. */
  readonly triggered: () => void;
  /** A deployment, its limit or a replica of it was changed. */
  readonly deployed: (deploymentId: string) => void;
  /** The draft or a version of a pipeline was written. */
  readonly drafted: (pipelineId: string) => void;
  /** A pipeline was opened in a tab, another step was selected there, or the tab was closed. */
  readonly present: (report: string) => void;
  /** Listening has started or resumed: earlier notifications may be lost. */
  readonly listening: () => void;
}

/** Listens on a dedicated connection and reconnects when it is lost; returns a function that stops. */
export async function listenForSignals(sql: Sql, handlers: SignalHandlers): Promise<() => Promise<void>> {
  const subscriptions = await Promise.all([
    sql.listen('run_queue', () => handlers.queued()),
    sql.listen('run_commands', (runId) => handlers.commanded(runId)),
    sql.listen('triggers', () => handlers.triggered()),
    sql.listen('deployments', (id) => handlers.deployed(id)),
    sql.listen('drafts', (id) => handlers.drafted(id)),
    sql.listen('presence', (report) => handlers.present(report)),
    sql.listen(
      'run_events',
      (payload) => {
        for (const run of payload.split(' ')) {
          const colon = run.lastIndexOf(':');
          handlers.written(run.slice(0, colon), Number(run.slice(colon + 1)));
        }
      },
      handlers.listening,
    ),
  ]);
  return async () => {
    await Promise.all(subscriptions.map((subscription) => subscription.unlisten()));
  };
}
