import type { ActivityWindow, ListedDeployment } from '@/lib/contracts/deployments';
import { PageFigures } from '../shell/page-figures';
import { WINDOW_WORDS } from './deployment-look';
import { rateText } from './rate-text';

export interface DeploymentFiguresProps {
  deployments: readonly ListedDeployment[];
  window: ActivityWindow;
}

/** Totals of requests, replicas and failures over all deployments. */
export function DeploymentFigures({ deployments, window }: DeploymentFiguresProps) {
  const sum = (of: (deployment: ListedDeployment) => number) =>
    deployments.reduce((total, deployment) => total + of(deployment), 0);
  const requests = sum(({ activity }) => activity.requests.reduce((total, count) => total + count, 0));
  const failed = sum(({ activity }) => activity.failed);
  const share = requests === 0 ? 0 : (failed / requests) * 100;
  return (
    <PageFigures
      figures={[
        { value: rateText(sum(({ activity }) => activity.requests_per_second)), label: 'requests/s' },
        {
          value: `${sum((one) => one.ready_replicas)} of ${sum(({ replicas }) => replicas)}`,
          label: 'replicas ready',
        },
        { value: `${share.toFixed(1)} %`, label: `failed, ${WINDOW_WORDS[window]}` },
        { value: sum(({ activity }) => activity.limited).toLocaleString('en'), label: 'rate limited (429)' },
      ]}
    />
  );
}
