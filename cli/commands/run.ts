import {
  coerceRunParams,
  foldEvents,
  type Json,
  normalize,
  type PipelineDocument,
  type RunEvent,
  Runner,
} from '@/engine';
import { catalogue } from '@/engine/actions';
import { ConfigError, type EgressMode, type LocalPorts, newId, openLocalPorts } from '@/lib/server/local';
import { loadPipeline, type Problem, settingProblem } from '../load';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { runReport } from '../report';
import { runLine } from '../run-line';

export interface RunOptions {
  readonly param: readonly string[];
  readonly json: boolean;
  /** Targets that pipelines may call. @default EGRESS_MODE, otherwise only the internet */
  readonly egress?: EgressMode;
}

/** Runs a pipeline file in this process. @returns the exit code */
export async function run(file: string, options: RunOptions): Promise<number> {
  const loaded = await loadPipeline(file);
  if (!loaded.ok) return refuse(loaded.problems, options);
  const given = parseParams(options.param);
  if (!given.ok) return refuse(given.problems, options);
  const coerced = coerceRunParams(loaded.document.params ?? {}, given.params);
  if (!coerced.ok) return refuse(coerced.problems, options);
  const ports = openPorts(options);
  if ('problems' in ports) return refuse(ports.problems, options);
  if (!options.json) printProblems(loaded.problems);
  const runner = prepareRun(loaded.document, coerced.params, options, ports);
  const cancel = () => runner.cancel();
  process.once('SIGINT', cancel);
  process.once('SIGTERM', cancel);
  await runner.run();
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

function prepareRun(
  document: PipelineDocument,
  params: Record<string, Json>,
  options: RunOptions,
  ports: LocalPorts,
): Runner {
  const pipeline = normalize(document, catalogue.descriptors);
  const created: RunEvent = {
    seq: 1,
    at: ports.clock.now().toISOString(),
    type: 'run_created',
    run_id: newId('run'),
    pipeline_id: 'local',
    version: 1,
    params,
  };
  const onEvent = (event: RunEvent): void => {
    const line = options.json ? undefined : runLine(event);
    if (line !== undefined) printLine(line);
  };
  return new Runner({ pipeline, catalogue, state: foldEvents([created]), ...ports, onEvent });
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
