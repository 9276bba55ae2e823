import { z } from 'zod';
import { jsonProblem, type RunEvent, readJson, runEventBodySchema } from '@/engine';
import { runDetailSchema } from './runs';

/** Version of the format that this release writes. It reads this one and older ones. */
export const RUN_FILE_VERSION = 1;

/** Largest run file, in bytes. */
export const MAX_RUN_FILE_BYTES = 50_000_000;

/** Largest value of a step in a run file, and all of them together, in bytes. Larger ones are left out, with a summary. */
export const RUN_FILE_VALUES = { largest: 1_000_000, together: 20_000_000 };

/** Deepest nesting: an output inside an event. */
const MAX_FILE_LEVELS = 210;

const FORMAT = 'pipewright-run';

const headSchema = z.object({ format: z.literal(FORMAT), format_version: z.int().min(1) });

const eventSchema = z.object({ seq: z.int().min(1), at: z.iso.datetime() }).and(runEventBodySchema);

/** A run with everything that its page shows, as one file. Secrets are masked. */
export const runFileSchema = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(RUN_FILE_VERSION),
  /** Release that wrote the file. */
  release: z.string(),
  exported_at: z.iso.datetime(),
  run: runDetailSchema,
  /** The journal in its shortest form. */
  events: z.array(eventSchema).min(1),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** A run file, or why the text is none. */
export type ParsedRunFile =
  | { readonly ok: true; readonly file: RunFile }
  | { readonly ok: false; readonly problem: string };

/** A new run file. */
export function makeRunFile(content: Pick<RunFile, 'release' | 'exported_at' | 'run' | 'events'>): RunFile {
  return { format: FORMAT, format_version: RUN_FILE_VERSION, ...content };
}

/** Why a file of this size is refused; undefined when it may be read. */
export function refuseRunFileSize(bytes: number): string | undefined {
  if (bytes <= MAX_RUN_FILE_BYTES) return undefined;
  return `The file is larger than ${MAX_RUN_FILE_BYTES / 1_000_000} MB, the limit of run files. Choose a file from “Download run”.`;
}

/** Reads a run file from outside. Nothing in it is executed, and no part of it is trusted. */
export function parseRunFile(text: string): ParsedRunFile {
  const size = refuseRunFileSize(text.length);
  if (size !== undefined) return { ok: false, problem: size };
  const json = readJson(text, MAX_FILE_LEVELS);
  if ('problem' in json)
    return { ok: false, problem: `The file ${jsonProblem(json.problem, MAX_FILE_LEVELS)}.` };
  const head = headSchema.safeParse(json.value);
  if (!head.success) {
    return { ok: false, problem: 'The file is not a run file. Choose a file from “Download run”.' };
  }
  const { format_version: version } = head.data;
  if (version > RUN_FILE_VERSION) {
    return {
      ok: false,
      problem: `The file uses format version ${version}, but this release supports versions up to ${RUN_FILE_VERSION}. Open the file with a newer release.`,
    };
  }
  const file = runFileSchema.safeParse(json.value);
  if (!file.success) return damaged(file.error.issues[0]?.path.join('.') ?? '');
  const problem = orderProblem(file.data);
  return problem === undefined ? { ok: true, file: file.data } : damaged(problem);
}

function damaged(path: string): ParsedRunFile {
  return { ok: false, problem: `The file is damaged at ${path || 'its beginning'}. Download the run again.` };
}

/** Where the journal is not one of this run; undefined when it is. */
function orderProblem({ run, events }: RunFile): string | undefined {
  const [first] = events;
  if (first?.type !== 'run_created' || first.run_id !== run.id) return 'events.0';
  const at = events.findIndex((event, index) => index > 0 && event.seq <= seqBefore(events, index));
  return at < 0 ? undefined : `events.${at}.seq`;
}

function seqBefore(events: readonly RunEvent[], index: number): number {
  return events[index - 1]?.seq ?? 0;
}
