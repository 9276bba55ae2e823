'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '@/client/queries';
import {
  type Declarations,
  draftsFrom,
  keepKnown,
  type ParamDrafts,
  readDrafts,
} from '@/components/params/param-drafts';
import { ParamFields } from '@/components/params/param-fields';
import type { RerunDraft } from '@/components/run-state/rerun-preview';
import { useLens } from '@/components/run-state/run-context';
import { Button } from '@/components/ui/button';
import { Tag } from '@/components/ui/tag';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { RunDetail } from '@/lib/contracts/runs';
import styles from './rerun.module.css';

export interface RerunParamsProps {
  detail: RunDetail;
  draft: RerunDraft;
  /** Called with valid params; undefined for those of the repeated run. */
  onChange: (params: RerunDraft['params']) => void;
}

/** The params of a re-run, as its definition declares them. */
export function RerunParams({ detail, draft, onChange }: RerunParamsProps) {
  const { definition } = useLens();
  const isCurrent = draft.definition === 'current';
  const { data, error } = useQuery({
    ...queryFor(pipelineEndpoints.params, { id: detail.pipelineId }),
    enabled: isCurrent,
  });
  const declarations = isCurrent ? data?.declared : (definition?.document.params ?? {});
  if (isCurrent && error) return <p role="alert">{error.message}</p>;
  if (declarations === undefined) return <p className={styles.hint}>Loading the current definition…</p>;
  return <ParamsForm detail={detail} declarations={declarations} onChange={onChange} />;
}

interface ParamsFormProps {
  detail: RunDetail;
  declarations: Declarations;
  onChange: RerunParamsProps['onChange'];
}

function ParamsForm({ detail, declarations, onChange }: ParamsFormProps) {
  const [initial] = useState(() =>
    // A value that the current definition no longer allows falls back to its default.
    keepKnown(declarations, draftsFrom(declarations, {}), draftsFrom(declarations, detail.params)),
  );
  const [drafts, setDrafts] = useState<ParamDrafts>(initial);
  const read = readDrafts(declarations, drafts);
  const names = Object.keys(declarations);
  const changed = names.filter((name) => drafts[name] !== initial[name]).length;

  function change(next: ParamDrafts) {
    setDrafts(next);
    const valid = readDrafts(declarations, next);
    if (valid.ok) onChange(valid.params);
  }

  return (
    <section aria-label="Run parameters">
      <h3 className={styles.heading}>
        Run parameters {changed > 0 && <Tag status="running">{changed} changed</Tag>}
        {changed > 0 && (
          <Button
            size="sm"
            variant="quiet"
            className={styles.reset}
            onClick={() => {
              setDrafts(initial);
              onChange(undefined);
            }}
          >
            Reset
          </Button>
        )}
      </h3>
      {names.length === 0 && <p className={styles.hint}>This pipeline has no run parameters.</p>}
      <ParamFields
        declarations={declarations}
        drafts={drafts}
        onChange={change}
        problems={read.ok ? {} : read.problems.fields}
      />
    </section>
  );
}
