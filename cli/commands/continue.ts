import { callServer } from '@/client/api';
import { type PauseAnswer, pauseAnswerSchema, readJson } from '@/engine';
import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import type { Problem } from '../load';
import { EXIT, printJson, printLine, printProblems } from '../output';
import { DECISION_LINES } from '../pause-lines';
import { refuseRequest } from '../refuse-request';

export interface ContinueOptions {
  readonly step: boolean;
  readonly retry: boolean;
  readonly skip: boolean;
  /** The message of the failure; true without one. */
  readonly fail?: string | true;
  /** JSON. */
  readonly output?: string;
  /** A JSON object. */
  readonly inputs?: string;
  /** Number of the pause. @default the open pause of the step */
  readonly pause?: string;
  readonly server: string;
  readonly json: boolean;
}

/** Answers a pause of a run on a server. @param unit `announce` or `score[6]` @returns the exit code */
export async function continueRun(runId: string, unit: string, options: ContinueOptions): Promise<number> {
  const address = addressIn(unit);
  const answer = answerOf(options);
  if (!address || 'problem' in answer) {
    printProblems(['problem' in answer ? answer.problem : unitProblem(unit)]);
    return EXIT.refused;
  }
  const { step, iteration } = address;
  const pause = options.pause === undefined ? {} : { pause: Number(options.pause) };
  try {
    const given = { runId, step, ...(iteration.length > 0 && { iteration }), ...pause, answer };
    const answered = await callServer(options.server, breakpointEndpoints.answer, given);
    if (options.json) printJson(answered);
    else printLine(`${unit} ${DECISION_LINES[answer.do]}.`);
    return EXIT.completed;
  } catch (error) {
    return refuseRequest(error, options);
  }
}

function addressIn(unit: string): { step: string; iteration: number[] } | undefined {
  const found = /^([\w-]+)((?:\[\d+\])*)$/.exec(unit);
  if (!found) return undefined;
  const [, step = '', below = ''] = found;
  return { step, iteration: [...below.matchAll(/\d+/g)].map(([index]) => Number(index)) };
}

function answerOf(options: ContinueOptions): PauseAnswer | { readonly problem: Problem } {
  const { step, retry, skip, fail, output, inputs } = options;
  if (skip) return { do: 'skip' };
  if (fail !== undefined) return { do: 'fail', ...(fail === true ? {} : { message: fail }) };
  if (output !== undefined) return withJson({ do: 'output' }, 'output', output);
  const decision = [...(step ? ['step'] : []), ...(retry ? ['retry'] : [])][0] ?? 'continue';
  return withJson({ do: decision }, 'inputs', inputs);
}

/** The answer with a value that an option gives as JSON. */
function withJson(
  answer: object,
  name: 'output' | 'inputs',
  text: string | undefined,
): PauseAnswer | { readonly problem: Problem } {
  const read = text === undefined ? undefined : readJson(text);
  const value = read && 'value' in read ? { [name]: read.value } : {};
  const parsed = pauseAnswerSchema.safeParse({ ...answer, ...value });
  if (parsed.success && (text === undefined || name in value)) return parsed.data;
  return {
    problem: {
      code: 'invalid_parameter',
      severity: 'error',
      path: name,
      message: `--${name} ${text ?? ''} is not ${name === 'inputs' ? 'a JSON object' : 'JSON'}.`,
      hint:
        name === 'inputs'
          ? 'Write the parameters to edit: --inputs \'{"url": "https://example.org"}\'.'
          : 'Write JSON: --output \'{"status_code": 200}\', and text in double quotes.',
    },
  };
}

function unitProblem(unit: string): Problem {
  return {
    code: 'invalid_parameter',
    severity: 'error',
    path: 'step',
    message: `${unit} is not a step or an iteration.`,
    hint: 'Write the ID of the step, such as announce, or score[6] for an iteration. `pipewright pauses` lists what is paused.',
  };
}
