import { startLoad } from '../requests/start-load';
import type { Scenario } from '../scenario';
import { serve } from './replicas';

const PER_SECOND = 100;
const FEWEST = 1;
const MOST = 4;

/** A deployment that is scaled up and down while it gets requests: none may fail. */
export const scaling: Scenario = {
  name: 'scaling',
  run: async (harness, { short }) => {
    const served = await serve(harness, FEWEST);
    const rounds = short ? 1 : 10;
    const load = await startLoad({ url: served.url, perSecond: PER_SECOND });
    for (let round = 0; round < rounds; round += 1) {
      await served.scale(MOST);
      await served.scale(FEWEST);
    }
    const requests = await load.stop();
    const left = await served.close();
    const isRight = requests.failed + requests.silent + left === 0;
    return {
      lines: [`scaled ${rounds} times from ${FEWEST} to ${MOST} replicas and back`, requests.text],
      problems: isRight ? [] : [`${requests.failed} requests failed, ${left} processes are left`],
    };
  },
};
