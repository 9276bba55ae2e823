'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatExactly } from '@/components/ui/format';
import type { ScheduleConfig, TriggerDetail, WebhookConfig } from '@/lib/contracts/triggers';
import { CallExample } from './call-example';
import { FiringList } from './firing-list';
import { typed } from './model/trigger-words';
import { ownZone } from './model/zones';
import { NextTimes } from './next-times';
import styles from './trigger-details.module.css';
import { WebhookAddress } from './webhook-address';

export interface TriggerDetailsProps {
  trigger: TriggerDetail;
  onChange: () => void;
  onRenew: () => void;
}

/** All about one trigger: when it fires or how it is reached, what its runs get, and what has come of it. */
export function TriggerDetails({ trigger, onChange, onRenew }: TriggerDetailsProps) {
  const one = typed(trigger);
  return (
    <div className={styles.details}>
      <div className={styles.facts}>
        {one.type === 'schedule' && <ScheduleFacts trigger={trigger} config={one.config} />}
        {one.type === 'webhook' && <WebhookFacts trigger={trigger} config={one.config} onRenew={onRenew} />}
        {one.type === 'pipeline_finished' && (
          <Fact title="Waits for">
            {trigger.sourceName === null ? (
              'A pipeline that was deleted. Choose another one, or remove this trigger.'
            ) : (
              <Link href={`/pipelines/${encodeURIComponent(one.config.pipeline_id)}`} className={styles.link}>
                {trigger.sourceName}
              </Link>
            )}
          </Fact>
        )}
        <Params trigger={trigger} />
        <div className={styles.buttons}>
          <Button size="sm" icon="pencil" onClick={onChange} aria-label={`Change ${trigger.name}`}>
            Change…
          </Button>
        </div>
      </div>
      <FiringList trigger={trigger} />
    </div>
  );
}

/** What a rule does, as a fact. */
const MISFIRES: Readonly<Record<ScheduleConfig['misfire'], string>> = {
  skip: 'Due times that passed while no server ran are skipped.',
  fire_once: 'After a time without a server it fires once for all it missed.',
  fire_all: 'After a time without a server it fires for every due time it missed.',
};

function ScheduleFacts({ trigger, config }: { trigger: TriggerDetail; config: ScheduleConfig }) {
  return (
    <>
      <Fact title="Next times">
        {trigger.next.length > 0 && (
          <NextTimes times={trigger.next} zone={config.kind === 'cron' ? config.time_zone : undefined} />
        )}
        {trigger.next.length === 0 && (trigger.enabled ? 'It is never due again.' : 'None while it is off.')}
      </Fact>
      {config.kind === 'cron' && (
        <Fact title="Expression">
          <code className={styles.code}>{config.cron}</code>
        </Fact>
      )}
      {config.kind === 'interval' && config.from !== undefined && (
        <Fact title="Counted from">{formatExactly(config.from, ownZone())}</Fact>
      )}
      <Fact title="Rules">
        {MISFIRES[config.misfire]}{' '}
        {config.overlap === 'skip' && 'It is skipped while its previous run is still going.'}
      </Fact>
    </>
  );
}

function WebhookFacts({
  trigger,
  config,
  onRenew,
}: {
  trigger: TriggerDetail;
  config: WebhookConfig;
  onRenew: () => void;
}) {
  return (
    <>
      <Fact title="Address">
        <WebhookAddress path={trigger.path} name={trigger.name} onRenew={onRenew} />
      </Fact>
      <Fact title="Answers">
        {config.reply === 'at_once'
          ? 'At once, with the run’s id and number.'
          : `With the run’s outputs; after ${config.reply_timeout_seconds} s with its id and number.`}
      </Fact>
      {trigger.path !== null && (
        <CallExample path={trigger.path} signature={config.signature} header={config.header} />
      )}
    </>
  );
}

function Params({ trigger: { type, params } }: { trigger: TriggerDetail }) {
  const given = Object.entries(params);
  if (given.length === 0) {
    return type === 'webhook' ? (
      <Fact title="Params">Those of the call, by their names.</Fact>
    ) : (
      <Fact title="Params">The pipeline’s defaults.</Fact>
    );
  }
  return (
    <Fact title="Params">
      <dl className={styles.params}>
        {given.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </Fact>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.fact}>
      <h4 className={styles.title}>{title}</h4>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
