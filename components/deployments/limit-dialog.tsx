'use client';

import {
  type DeploymentSummary,
  LIMIT_ALGORITHMS,
  limitDeploymentInput,
  type RateLimit,
  TIME_WINDOWS,
} from '@/lib/contracts/deployments';
import type { Answer } from '@/lib/contracts/errors';
import { FormDialog } from '../forms/form-dialog';
import { problemsOf } from '../forms/form-problems';
import { useDialogForm } from '../forms/use-dialog-form';
import { Checkbox } from '../ui/checkbox';
import { Field } from '../ui/field';
import { Segmented } from '../ui/segmented';
import { Select } from '../ui/select';
import type { LimitInput } from './deployment-actions';
import styles from './deployments.module.css';
import { ALGORITHM_WORDS } from './limit-words';
import { NumberField } from './number-field';
import { numberOf } from './number-of';

export interface LimitDialogProps {
  deployment: DeploymentSummary;
  limit: (limit: LimitInput) => Promise<Answer>;
  onClose: () => void;
  /** Called with whether the limit is on. */
  onDone: (isOn: boolean) => void;
}

interface Draft {
  readonly enabled: boolean;
  readonly rate: string;
  readonly window: RateLimit['time_window'];
  readonly algorithm: RateLimit['algorithm'];
  readonly burst: string;
}

/** The form for the rate limit of a deployment. */
export function LimitDialog({ deployment, limit, onClose, onDone }: LimitDialogProps) {
  const { name } = deployment;
  const form = useDialogForm({
    first: draftOf(deployment.rate_limit),
    read: (draft) => {
      const parsed = limitDeploymentInput.safeParse(inputOf(name, draft));
      return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error.issues) };
    },
    ...{ send: limit, onClose },
    onDone: ({ enabled = true }) => onDone(enabled),
  });
  const { draft, problems, change } = form;
  const isBucket = draft.algorithm === 'token_bucket';

  return (
    <FormDialog
      form={form}
      title={`Rate limit of ${name}`}
      description="For all replicas and all callers together. It applies to the next request."
      submitLabel="Set rate limit"
      discardText="The rate limit has not been changed."
    >
      <Checkbox checked={draft.enabled} onCheckedChange={(enabled) => change({ enabled })}>
        Limit requests
      </Checkbox>
      <div className={styles.pair}>
        <NumberField
          label="Requests"
          required
          value={draft.rate}
          error={problems.rate_limit}
          onChange={(rate) => change({ rate })}
        />
        <Field label="Per">
          {(control) => (
            <Select
              {...control}
              value={draft.window}
              onChange={({ target }) =>
                change({ window: TIME_WINDOWS.find((one) => one === target.value) ?? 'minute' })
              }
            >
              {TIME_WINDOWS.map((window) => (
                <option key={window}>{window}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className={styles.choice}>
        <Segmented
          label="Algorithm"
          size="md"
          value={draft.algorithm}
          onValueChange={(algorithm) => change({ algorithm })}
          segments={LIMIT_ALGORITHMS.map((value) => ({ value, label: ALGORITHM_WORDS[value] }))}
        />
        <p className={styles.hint}>
          {isBucket
            ? 'Tokens refill evenly. A full bucket admits a burst.'
            : 'The counter resets at the start of each window, so up to twice the limit can pass around a reset.'}
        </p>
      </div>
      {isBucket && (
        <NumberField
          label="Burst"
          value={draft.burst}
          error={problems.burst}
          hint="Number of requests that a full bucket admits. Default: the number of requests above."
          onChange={(burst) => change({ burst })}
        />
      )}
    </FormDialog>
  );
}

const DEFAULT_RATE = '60';

function draftOf(limit: RateLimit | null): Draft {
  return {
    enabled: limit?.enabled ?? true,
    rate: limit ? String(limit.rate_limit) : DEFAULT_RATE,
    window: limit?.time_window ?? 'minute',
    algorithm: limit?.algorithm ?? 'token_bucket',
    burst: limit?.burst === undefined ? '' : String(limit.burst),
  };
}

function inputOf(name: string, { enabled, rate, window, algorithm, burst }: Draft) {
  const capacity = algorithm === 'token_bucket' ? numberOf(burst) : undefined;
  return {
    ...{ name, enabled, rate_limit: numberOf(rate), time_window: window, algorithm },
    ...(capacity === undefined ? {} : { burst: capacity }),
  };
}
