'use client';

import { useQuery } from '@tanstack/react-query';
import { queryFor } from '@/client/queries';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import type { FormProblems } from '../forms/form-problems';
import { Checkbox } from '../ui/checkbox';
import { Field } from '../ui/field';
import { Select } from '../ui/select';
import type { DeployDraft } from './deploy-draft';
import styles from './deployments.module.css';
import { NumberField } from './number-field';
import { ResourceFields } from './resource-fields';

export interface RuntimeFieldsProps {
  draft: DeployDraft;
  problems: FormProblems;
  onChange: (part: Partial<DeployDraft>) => void;
}

/** Fields for cluster, runtime, replicas and resources of a new deployment. */
export function RuntimeFields({ draft, problems, onChange }: RuntimeFieldsProps) {
  const { data } = useQuery(queryFor(clusterEndpoints.list, {}));
  const clusters = data?.clusters.map(({ id }) => id) ?? [LOCAL_CLUSTER];
  return (
    <>
      <div className={styles.pair}>
        <Field label="Cluster" required error={problems.cluster_id}>
          {(control) => (
            <Select
              {...control}
              value={draft.cluster}
              onChange={(event) => onChange({ cluster: event.target.value })}
            >
              {clusters.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </Select>
          )}
        </Field>
        <NumberField
          label="Replicas"
          required
          value={draft.replicas}
          error={problems.replicas}
          onChange={(replicas) => onChange({ replicas })}
        />
      </div>
      <ResourceFields draft={draft} problems={problems} onChange={onChange} />
      <fieldset className={styles.group}>
        <legend>Autoscaling</legend>
        <Checkbox checked={draft.isScaled} onCheckedChange={(isScaled) => onChange({ isScaled })}>
          Scale replicas with load
        </Checkbox>
        {draft.isScaled && <ScalingFields draft={draft} problems={problems} onChange={onChange} />}
      </fieldset>
    </>
  );
}

function ScalingFields({ draft, problems, onChange }: RuntimeFieldsProps) {
  const of = (field: string) => problems[`auto_scaling.${field}`];
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label="Min. replicas"
          required
          value={draft.least}
          error={of('min_replicas')}
          onChange={(least) => onChange({ least })}
        />
        <NumberField
          label="Max. replicas"
          required
          value={draft.most}
          error={of('max_replicas')}
          onChange={(most) => onChange({ most })}
        />
      </div>
      <div className={styles.triple}>
        <NumberField
          label="Requests in flight"
          unit="per replica"
          value={draft.targetRequests}
          error={of('target_ongoing_requests')}
          onChange={(targetRequests) => onChange({ targetRequests })}
        />
        <NumberField
          label="CPU use"
          unit="%"
          value={draft.targetCpu}
          error={of('target_cpu')}
          onChange={(targetCpu) => onChange({ targetCpu })}
        />
        <NumberField
          label="Memory use"
          unit="%"
          value={draft.targetMemory}
          error={of('target_memory')}
          onChange={(targetMemory) => onChange({ targetMemory })}
        />
      </div>
    </>
  );
}
