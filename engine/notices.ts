/** A notice for the inbox of this installation. */
export interface NewNotice {
  readonly message: string;
  readonly title: string | undefined;
  readonly severity: 'info' | 'warning' | 'error';
  readonly priority: string | undefined;
  readonly recipients: readonly string[];
}

/** The run, step and iteration that send a notice. */
export interface NoticeOwner {
  readonly runId: string;
  readonly step: string;
  readonly iteration: readonly number[];
}

/** The inbox of this installation. */
export interface Inbox {
  /**
   * Stores a notice, once for all attempts of a step and iteration of a run.
   * @returns false when notices are not stored, as on the command line
   */
  put(notice: NewNotice, owner: NoticeOwner): Promise<boolean>;
}
