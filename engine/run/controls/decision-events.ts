import type { ActionDefinition, Decision } from '../../action';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import { measure } from '../../measure';
import { MAX_VALUE_BYTES, megabytes } from '../../value-limits';
import { checkedOutput } from '../effects/effect';
import type { RunEventBody } from '../state/events';
import { addressFields, type UnitAddress } from '../state/unit';
import type { OneIteration } from './one-iteration';

/**
 * The events of a control's decision. The retry rules settle a failure, and a computation leaves no event.
 * @throws ActionError `internal` when its output is not what the action declares
 */
export function decisionToEvents(options: {
  readonly address: UnitAddress;
  readonly attempt: number;
  readonly definition: ActionDefinition;
  readonly decision: Exclude<Decision, { do: 'fail' | 'compute' }>;
  readonly only?: OneIteration | undefined;
  readonly now: Date;
}): RunEventBody[] {
  const { address, attempt, definition, decision, only, now } = options;
  const fields = { ...addressFields(address), attempt };
  switch (decision.do) {
    case 'complete': {
      const output = { value: boundedOutput(definition, decision.output) };
      const { branch, set } = decision;
      const taken = branch && { taken: branch.taken, not_taken: [...branch.notTaken] };
      const completed: RunEventBody = {
        type: 'step_completed',
        ...fields,
        output,
        ...(taken && { branch: taken }),
      };
      if (!set) return [completed];
      return [
        { type: 'output_set', step: address.step, key: set.key, value: { value: set.value } },
        completed,
      ];
    }
    case 'wait': {
      const until = new Date(now.getTime() + decision.seconds * 1000).toISOString();
      const note = decision.reason === '' ? {} : { note: decision.reason };
      return [{ type: 'step_waiting', ...fields, reason: 'timer', until, ...note }];
    }
    case 'iterate': {
      const { action, params, parallel, stopOnFailure, as } = decision;
      const items = decision.items.map((value) => ({ value }));
      const named = as === undefined ? {} : { as };
      const plan = { action, params, parallel, stop_on_failure: stopOnFailure, ...named };
      return [{ type: 'iterations_planned', ...fields, items, ...only, ...plan }];
    }
  }
}

/** @throws ActionError `expression_error` when it is too large, before it is serialized */
function boundedOutput(definition: ActionDefinition, given: Json): Json {
  const { maxOutputBytes: most = MAX_VALUE_BYTES } = definition.kind === 'control' ? definition : {};
  const output = checkedOutput(definition, given);
  const { bytes } = measure(output, most);
  if (bytes <= most) return output;
  throw new ActionError(
    'expression_error',
    `The output of this step would be at least ${megabytes(bytes)} of JSON, but the limit is ${megabytes(most)}. Keep only what later steps need.`,
  );
}
