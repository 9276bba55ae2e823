import {
  breakpointProblems,
  buildGraph,
  coerceRunParams,
  type DebugSettings,
  foldEvents,
  type Json,
  normalize,
  type PipelineDocument,
  type RunEvent,
  Runner,
} from '@/engine';
import { catalogue } from '@/engine/actions';
import { ConfigError, type EgressMode, type LocalPorts, newId, openLocalPorts } from '@/lib/server/local';
import { parseBreakpoints } from '../breakpoint-text';
import { loadPipeline, type Problem, settingProblem } from '../load';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { PausePrompt } from '../pause-prompt';
import { runReport } from '../report';
import { runLine } from '../run-line';

export interface RunOptions {
  readonly param: readonly string[];
  readonly json: boolean;
  /** Targets that pipelines may call. @default EGRESS_MODE, otherwise only the internet */
  readonly egress?: EgressMode;
  /** Texts of breakpoints. Pauses are answered on standard input. */
  readonly breakpoint?: readonly string[];
  /** Whether every failure pauses the run. */
  readonly pauseOnFailure?: boolean;
}

/** Runs a pipeline file in this process. @returns the exit code */
export async function run(file: string, options: RunOptions): Promise<number> {
  const loaded = await loadPipeline(file);
  if (!loaded.ok) return refuse(loaded.problems, options);
  const given = parseParams(options.param);
  if (!given.ok) return refuse(given.problems, options);
  const coerced = coerceRunParams(loaded.document.params ?? {}, given.params);
  if (!coerced.ok) return refuse(coerced.problems, options);
  const debug = debugOf(file, loaded.document, options);
  if (debug && 'problems' in debug) return refuse(debug.problems, options);
  const ports = openPorts(options);
  if ('problems' in ports) return refuse(ports.problems, options);
  if (!options.json) printProblems(loaded.problems);
  const { runner, prompt } = prepareRun(
    { document: loaded.document, params: coerced.params, debug },
    options,
    ports,
  );
  const cancel = () => runner.cancel();
  process.once('SIGINT', cancel);
  process.once('SIGTERM', cancel);
  await runner.run();
  prompt?.close();
  const report = runReport(loaded.document, runner.state);
  if (options.json) printJson(report);
  else printLine(`Run ${report.status}. ${JSON.stringify(report.outputs)}`);
  return report.status === 'completed' ? EXIT.completed : EXIT.failed;
}

/** The ports, or the reason why the settings are invalid. */
function openPorts({ egress }: RunOptions): LocalPorts | { readonly problems: readonly Problem[] } {
  try {
    return openLocalPorts(egress);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: [settingProblem(error)] };
  }
}

/** The breakpoints of the run; undefined without any. */
function debugOf(
  file: string,
  document: PipelineDocument,
  { breakpoint = [], pauseOnFailure = false }: RunOptions,
): DebugSettings | { readonly problems: readonly Problem[] } | undefined {
  if (breakpoint.length === 0 && !pauseOnFailure) return undefined;
  if (file === '-')
    return { problems: [inputProblem(breakpoint.length > 0 ? '--breakpoint' : '--pause-on-failure')] };
  const parsed = parseBreakpoints(breakpoint);
  if (!parsed.ok) return parsed;
  const { breakpoints } = parsed;
  const { descriptors } = catalogue;
  const found = breakpointProblems(buildGraph(normalize(document, descriptors), descriptors), breakpoints);
  if (found.length === 0) return { breakpoints, pause_on_failure: pauseOnFailure };
  return {
    problems: found.map(({ breakpoint: _, ...problem }) => ({
      ...{ code: 'invalid_parameter', severity: 'error', path: 'breakpoint' },
      ...problem,
    })),
  };
}

/** The answers to pauses and the pipeline cannot both come from standard input. @param option the option that pauses */
function inputProblem(option: string): Problem {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: 'breakpoint',
    message: `${option} reads answers from standard input, but the pipeline is read from there, too.`,
    hint: 'Name a file instead of -.',
  };
}

interface LocalRun {
  readonly document: PipelineDocument;
  readonly params: Record<string, Json>;
  readonly debug: DebugSettings | undefined;
}

function prepareRun({ document, params, debug }: LocalRun, options: RunOptions, ports: LocalPorts) {
  const pipeline = normalize(document, catalogue.descriptors);
  const created: RunEvent = {
    seq: 1,
    at: ports.clock.now().toISOString(),
    type: 'run_created',
    run_id: newId('run'),
    pipeline_id: 'local',
    version: 1,
    params,
    ...(debug ? { debug } : {}),
  };
  let prompt: PausePrompt | undefined;
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'step_paused') prompt?.add(event);
    const line = options.json ? undefined : runLine(event);
    if (line !== undefined) printLine(line);
  };
  const runner = new Runner({ pipeline, catalogue, state: foldEvents([created]), ...ports, onEvent });
  // The JSON object stays alone on standard output.
  const print = options.json ? (line: string) => process.stderr.write(`${line}\n`) : printLine;
  if (debug) prompt = new PausePrompt(runner, process.stdin, print);
  return { runner, prompt };
}

function refuse(problems: readonly Problem[], options: RunOptions): number {
  if (options.json) printJson({ problems });
  else printProblems(problems);
  return EXIT.refused;
}

/** Parses `name=value` pairs; the value may contain `=`. */
export function parseParams(
  pairs: readonly string[],
): { ok: true; params: Record<string, string> } | { ok: false; problems: Problem[] } {
  const params: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at > 0) params[pair.slice(0, at)] = pair.slice(at + 1);
    else {
      const message = `--param ${pair} has no value.`;
      problems.push({
        code: 'invalid_parameter',
        severity: 'error',
        path: 'params',
        message,
        hint: 'Write --param name=value.',
      });
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, params };
}
