import type { PipelineDocument } from '@/engine';
import benchmarkAndDeploy from './benchmark-and-deploy.json';
import checkTheCluster from './check-the-cluster.json';
import fanOutAndMerge from './fan-out-and-merge.json';
import processOrders from './process-orders.json';
import releaseWithAWayBack from './release-with-a-way-back.json';
import waitForAService from './wait-for-a-service.json';
import watchAService from './watch-a-service.json';

/** A whole pipeline to begin with: it runs as it is and every part of it can be changed. */
export interface Starter {
  readonly key: string;
  readonly title: string;
  /** One sentence for its card. */
  readonly description: string;
  readonly document: PipelineDocument;
}

/** JSON modules widen their literals; that the documents are pipelines is checked by the test beside this file. */
function starter(key: string, description: string, document: { name: string; steps: unknown[] }): Starter {
  return { key, title: document.name, description, document: document as PipelineDocument };
}

/** The pipelines offered when a new one is made. */
export const starters: readonly Starter[] = [
  starter(
    'benchmark-and-deploy',
    'Add a small model, measure it, and deploy two replicas behind a rate limit.',
    benchmarkAndDeploy,
  ),
  starter(
    'release-with-a-way-back',
    'Replace the model of a deployment without downtime, test it, and roll back when it is not good enough.',
    releaseWithAWayBack,
  ),
  starter('check-the-cluster', 'Check a cluster and report its free resources.', checkTheCluster),
  starter(
    'watch-a-service',
    'Call an unreliable service with retries, and branch on its status.',
    watchAService,
  ),
  starter(
    'process-orders',
    'Fetch a list, process its items concurrently, and report failures.',
    processOrders,
  ),
  starter('fan-out-and-merge', 'Call a list of URLs concurrently and merge the results.', fanOutAndMerge),
  starter(
    'wait-for-a-service',
    'Poll a service until it responds, and report when it does not.',
    waitForAService,
  ),
];
