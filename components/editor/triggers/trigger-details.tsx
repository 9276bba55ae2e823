'use client';

import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { formatExactly } from '@/components/ui/format';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import type { ScheduleConfig, TriggerDetail, WebhookConfig } from '@/lib/contracts/triggers';
import { CallExample } from './call-example';
import { DeliveryList } from './delivery-list';
import { addressOf, maskedAddress } from './model/trigger-paths';
import { typed } from './model/trigger-words';
import { ownZone } from './model/zones';
import { NextTimes } from './next-times';
import { TestEvent } from './test-event';
import styles from './trigger-details.module.css';

export interface TriggerDetailsProps {
  trigger: TriggerDetail;
  onChange: () => void;
  onRenew: () => void;
}

/** One trigger: due times or address, params of its runs, and deliveries. */
export function TriggerDetails({ trigger, onChange, onRenew }: TriggerDetailsProps) {
  const one = typed(trigger);
  return (
    <div className={styles.details}>
      <div className={styles.facts}>
        {one.type === 'schedule' && <ScheduleFacts trigger={trigger} config={one.config} />}
        {one.type === 'webhook' && <WebhookFacts trigger={trigger} config={one.config} onRenew={onRenew} />}
        {one.type === 'pipeline_finished' && (
          <Fact title="Event">
            {trigger.sourceName === null ? (
              'The pipeline was deleted. Choose another pipeline, or remove this trigger.'
            ) : (
              <Link href={`/pipelines/${encodeURIComponent(one.config.pipeline_id)}`} className={styles.link}>
                {trigger.sourceName}
              </Link>
            )}
          </Fact>
        )}
        <Params trigger={trigger} />
        <div className={styles.buttons}>
          <Button size="sm" icon="pencil" onClick={onChange} aria-label={`Edit ${trigger.name}`}>
            Edit…
          </Button>
        </div>
      </div>
      <DeliveryList trigger={trigger} />
    </div>
  );
}

/** The effect of each rule. */
const MISFIRES: Readonly<Record<ScheduleConfig['misfire'], string>> = {
  skip: 'Times missed while no server was running are skipped.',
  fire_once: 'One run is started for all times missed while no server was running.',
  fire_all: 'One run is started for each time missed while no server was running.',
};

function ScheduleFacts({ trigger, config }: { trigger: TriggerDetail; config: ScheduleConfig }) {
  return (
    <>
      <Fact title="Next times">
        {trigger.next.length > 0 && (
          <NextTimes times={trigger.next} zone={config.kind === 'cron' ? config.time_zone : undefined} />
        )}
        {trigger.next.length === 0 &&
          (trigger.enabled ? 'No further times.' : 'None while the trigger is disabled.')}
      </Fact>
      {config.kind === 'cron' && (
        <Fact title="Expression">
          <code className={styles.code}>{config.cron}</code>
        </Fact>
      )}
      {config.kind === 'interval' && config.from !== undefined && (
        <Fact title="Start at">{formatExactly(config.from, ownZone())}</Fact>
      )}
      <Fact title="Rules">
        {MISFIRES[config.misfire]}{' '}
        {config.overlap === 'skip' && 'Deliveries are skipped while the previous run is still running.'}
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
      <Fact title="URL">
        <WebhookAddress path={trigger.path} name={trigger.name} onRenew={onRenew} />
      </Fact>
      <Fact title="Response">
        {config.reply === 'at_once'
          ? 'Immediately, with the run ID and number.'
          : `With the outputs of the run; after ${config.reply_timeout_seconds} s with the run ID and number.`}
      </Fact>
      <Fact title="Test event">
        <TestEvent trigger={trigger} />
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
      <Fact title="Run parameters">From the request, by name.</Fact>
    ) : (
      <Fact title="Run parameters">Defaults of the pipeline.</Fact>
    );
  }
  return (
    <Fact title="Run parameters">
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

interface WebhookAddressProps {
  /** Null when this server has no key to decrypt it. */
  path: string | null;
  /** The trigger's name. */
  name: string;
  onRenew: () => void;
}

/** The address of a webhook. Its token is hidden until it is revealed, since it allows starting runs. */
function WebhookAddress({ path, name, onRenew }: WebhookAddressProps) {
  const [isShown, setIsShown] = useState(false);
  const renew = (
    <Button
      size="sm"
      variant="quiet"
      icon="retrying"
      aria-label={`Regenerate the URL of ${name}`}
      onClick={onRenew}
    >
      Regenerate…
    </Button>
  );
  if (path === null) {
    return (
      <Notice status="failed" title="This server has no key to decrypt the URL.">
        Start the server with the key that encrypted the URL, or regenerate the URL. {renew}
      </Notice>
    );
  }
  const address = addressOf(path, window.location.origin);
  return (
    <div className={styles.address}>
      <code className={styles.url}>{isShown ? address : maskedAddress(address)}</code>
      <span className={styles.tools}>
        <IconButton
          icon="eye"
          size="sm"
          iconSize={14}
          pressed={isShown}
          label={isShown ? `Hide the URL of ${name}` : `Show the URL of ${name}`}
          onClick={() => setIsShown(!isShown)}
        />
        <CopyButton text={address} label={`Copy the URL of ${name}`} />
        {renew}
      </span>
    </div>
  );
}
