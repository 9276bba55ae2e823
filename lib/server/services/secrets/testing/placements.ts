import { type Json, type JsonObject, type PipelineDocument, type StepDocument, validate } from '@/engine';
import { catalogue } from '@/engine/actions';

const WHOLE = '{{secrets.canary}}';

/** Every way an author may put a secret into a parameter. */
const FORMS: Readonly<Record<string, Json>> = {
  whole: WHOLE,
  mixed: `a ${WHOLE} b`,
  folded: '{{lower(secrets.canary)}}',
  joined: '{{"x" + secrets.canary}}',
  as_json: '{{json(secrets.canary)}}',
  chosen: '{{secrets.canary == "x" ? 1 : secrets.canary}}',
  number: '{{int(secrets.canary)}}',
  in_list: [WHOLE],
  as_value: { a: WHOLE },
  deep: { a: [{ b: { c: [1, `x${WHOLE}`] } }] },
  as_key: { [WHOLE]: WHOLE },
};

/** One step with a secret in one place. */
export interface Placement {
  readonly name: string;
  readonly step: Pick<StepDocument, 'action' | 'params'> & Partial<StepDocument>;
}

/** Every parameter of every action with a secret in it, in every form. @param bases parameters that work, by action */
export function placements(bases: Readonly<Record<string, readonly JsonObject[]>>): Placement[] {
  return catalogue.descriptors.all.flatMap(({ type, params }) => {
    const given = bases[type];
    if (given === undefined) throw new Error(`There are no parameters to try ${type} with.`);
    const names = [...Object.keys(params.properties ?? {}), 'unknown_parameter'];
    return given.flatMap((base, at) =>
      names.flatMap((name) =>
        Object.entries(FORMS).map(([form, value]) => ({
          name: `${type} ${at} ${name} ${form}`,
          step: { action: type, params: { ...base, [name]: value } },
        })),
      ),
    );
  });
}

/** A step whose other fields hold a secret, around one that works. */
export function stepPlacements(params: JsonObject): Placement[] {
  const fields: Partial<Record<keyof StepDocument, Json>> = {
    name: WHOLE,
    description: WHOLE,
    condition: 'secrets.canary != ""',
    depends_on: [WHOLE],
    retry: { max_attempts: WHOLE },
    timeout_seconds: WHOLE,
    on_failure: WHOLE,
    on_interrupt: WHOLE,
    disabled: WHOLE,
  };
  return Object.entries(fields).map(([field, value]) => ({
    name: `step ${field}`,
    step: { action: 'http_request', params, [field]: value } as Placement['step'],
  }));
}

/** The same step as a loop makes it, whose action only the run knows: nothing can be checked before. */
export function inLoop({ name, step }: Placement): Placement {
  return {
    name: `${name} in a loop`,
    step: {
      action: 'loop',
      params: {
        items: [1],
        action: `{{params.actions.${step.action}}}`,
        action_params: step.params ?? {},
        on_item_failure: 'continue',
      },
    },
  };
}

/** Whether a run of this step may begin. */
export function isAccepted({ step }: Placement): boolean {
  const document: PipelineDocument = {
    params: ACTIONS,
    steps: [
      { id: 'first', action: 'log', params: { message: 'x' } },
      { id: 'a', ...step },
    ],
  };
  return validate(document, catalogue.descriptors).every(({ severity }) => severity !== 'error');
}

const ACTIONS = {
  actions: {
    type: 'object' as const,
    default: Object.fromEntries(catalogue.descriptors.all.map(({ type }) => [type, type])),
  },
};

/** One pipeline of many steps that do not wait for one another and do not stop one another. */
export function pipelineOf(placed: readonly Placement[]): PipelineDocument {
  return {
    name: 'Placements',
    params: ACTIONS,
    steps: [
      { id: 'first', action: 'log', params: { message: 'x' } },
      ...placed.map(({ step }, at) => ({ on_failure: 'continue' as const, ...step, id: `s${at}` })),
    ],
    settings: { max_parallel_steps: 16 },
  };
}
