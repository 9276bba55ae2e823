import { benchCompare } from './compare';
import { benchDatabase } from './database';
import { benchDownload } from './download';
import { benchDrafts } from './drafts';
import { benchEditor } from './editor';
import { benchEngine } from './engine';
import { benchFairness } from './fairness';
import { benchGateway } from './gateway';
import { benchHealth } from './health';
import { benchHistory } from './history';
import { benchHostile } from './hostile';
import { benchHttp } from './http';
import { benchLoops } from './loops';
import { benchOutputs } from './outputs';
import { benchReplicas } from './replicas';
import { benchRestate } from './restate';
import { benchRetention } from './retention';
import { benchRunView } from './run-view';
import { benchRuns } from './runs';
import { benchSandbox } from './sandbox';
import { benchStreams } from './streams';
import { benchSubmit } from './submit';
import { benchWorkers } from './workers';

const benches = {
  engine: benchEngine,
  runs: benchRuns,
  workers: benchWorkers,
  loops: benchLoops,
  restate: benchRestate,
  replicas: benchReplicas,
  gateway: benchGateway,
  submit: benchSubmit,
  health: benchHealth,
  http: benchHttp,
  sandbox: benchSandbox,
  fairness: benchFairness,
  hostile: benchHostile,
  streams: benchStreams,
  retention: benchRetention,
  history: benchHistory,
  database: benchDatabase,
  drafts: benchDrafts,
  editor: benchEditor,
  'run-view': benchRunView,
  compare: benchCompare,
  download: benchDownload,
  outputs: benchOutputs,
};
const wanted = process.argv.slice(2);

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
process.exit(0);
