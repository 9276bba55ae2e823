/** A file that violates one rule of .dependency-cruiser.cjs. */
export interface Plant {
  readonly rule: string;
  readonly file: string;
  readonly code: string;
}

/** Harmless files for the planted ones to import. */
export const TARGETS = [
  'app/page.tsx',
  'cli/index.ts',
  'client/index.ts',
  'components/desk/editor-page.tsx',
  'components/editor/session.ts',
  'components/run/run-banner.tsx',
  'drizzle/schema/index.ts',
  'engine/actions/index.ts',
  'engine/actions/log.ts',
  'engine/index.ts',
  'engine/json.ts',
  'engine/ports.ts',
  'engine/run/schedule/plan.ts',
  'engine/testing/fakes.ts',
  'lib/contracts/runs.ts',
  'lib/server/adapters/clock.ts',
  'lib/server/adapters/http/index.ts',
  'lib/server/adapters/sql/index.ts',
  'lib/server/backup/make.ts',
  'lib/server/compose.ts',
  'lib/server/db/open.ts',
  'lib/server/files/index.ts',
  'lib/server/http/act.ts',
  'lib/server/index.ts',
  'lib/server/services/context.ts',
  'lib/server/services/runs/start.ts',
  'lib/server/store/runs.ts',
] as const;

const use = (specifier: string) => `import '${specifier}';\n`;

/** The other halves of cycles, which are reported once. */
export const HALVES = [
  { file: 'lib/contracts/b.ts', code: use('./a') },
  {
    file: 'lib/server/store/right.ts',
    code: "import type { Left } from './left';\nexport type Right = Left[];\n",
  },
  {
    file: 'components/run/right.ts',
    code: "import type { Left } from './left';\nexport type Right = Left[];\n",
  },
] as const;

/** At least one violation for every rule. */
export const PLANTS: readonly Plant[] = [
  { rule: 'no-cycles', file: 'lib/contracts/a.ts', code: use('./b') },
  {
    rule: 'no-type-cycles',
    file: 'lib/server/store/left.ts',
    code: "import type { Right } from './right';\nexport type Left = Right | 1;\n",
  },
  {
    rule: 'no-type-cycles',
    file: 'components/run/left.ts',
    code: "import type { Right } from './right';\nexport type Left = Right | 1;\n",
  },
  { rule: 'resolvable', file: 'lib/contracts/lost.ts', code: use('./nowhere') },
  { rule: 'engine-packages', file: 'engine/canvas.ts', code: use('reactflow') },
  {
    rule: 'engine-packages',
    file: 'engine/look.ts',
    code: "import type { ReactNode } from 'react';\nexport type Look = ReactNode;\n",
  },
  { rule: 'engine-expression-packages', file: 'engine/run/match.ts', code: use('re2js') },
  { rule: 'engine-without-node', file: 'engine/disk.ts', code: use('node:fs') },
  { rule: 'engine-alone', file: 'engine/run/store.ts', code: use('@/lib/server') },
  { rule: 'engine-doors', file: 'lib/server/plan.ts', code: use('@/engine/run/schedule/plan') },
  { rule: 'engine-doors', file: 'cli/log.ts', code: use('@/engine/actions/log') },
  {
    rule: 'engine-doors-of-the-browser',
    file: 'components/run/plan.ts',
    code: use('@/engine/run/schedule/plan'),
  },
  { rule: 'kernel-without-actions', file: 'engine/run/log-step.ts', code: use('../actions/log') },
  { rule: 'actions-without-kernel', file: 'engine/actions/jump.ts', code: use('../run/schedule/plan') },
  { rule: 'contracts-isomorphic', file: 'lib/contracts/rows.ts', code: use('@/lib/server') },
  { rule: 'contracts-without-node', file: 'lib/contracts/hash.ts', code: use('node:crypto') },
  {
    rule: 'tables-know-the-domain-only',
    file: 'drizzle/schema/rows.ts',
    code: use('@/lib/server/store/runs'),
  },
  { rule: 'tables-contract-types-only', file: 'drizzle/schema/wire.ts', code: use('@/lib/contracts/runs') },
  { rule: 'server-below-surfaces', file: 'lib/server/http/render.ts', code: use('@/app/page') },
  { rule: 'server-layer-basics', file: 'lib/server/ids.ts', code: use('./adapters/clock') },
  { rule: 'server-layer-machine', file: 'lib/server/adapters/disk.ts', code: use('./http') },
  { rule: 'server-layer-egress', file: 'lib/server/adapters/egress/call.ts', code: use('../http') },
  { rule: 'server-layer-outgoing-http', file: 'lib/server/adapters/http/kept.ts', code: use('../sql') },
  { rule: 'server-layer-s3', file: 'lib/server/adapters/s3/kept.ts', code: use('../sql') },
  { rule: 'server-layer-adapters', file: 'lib/server/adapters/mail/kept.ts', code: use('../../store/runs') },
  { rule: 'server-layer-adapters', file: 'lib/server/adapters/mail/rows.ts', code: use('../sql') },
  { rule: 'server-layer-db', file: 'lib/server/db/rows.ts', code: use('../store/runs') },
  {
    rule: 'server-layer-store',
    file: 'lib/server/store/contents.ts',
    code: "import type { Log } from '../files';\nexport type Mine = Log;\n",
  },
  { rule: 'server-layer-domains', file: 'lib/server/files/saved.ts', code: use('../backup/make') },
  { rule: 'server-layer-domains', file: 'lib/server/secrets/filed.ts', code: use('../files') },
  { rule: 'server-layer-clusters', file: 'lib/server/clusters/saved.ts', code: use('../backup/make') },
  { rule: 'server-layer-deployments', file: 'lib/server/deployments/saved.ts', code: use('../backup/make') },
  { rule: 'server-layer-processes', file: 'lib/server/worker/saved.ts', code: use('../backup/make') },
  { rule: 'server-layer-restate', file: 'lib/server/restate/use.ts', code: use('../services/context') },
  { rule: 'server-layer-service-basics', file: 'lib/server/services/some.ts', code: use('./runs/start') },
  {
    rule: 'server-layer-secret-services',
    file: 'lib/server/services/secrets/a.ts',
    code: use('../runs/start'),
  },
  {
    rule: 'server-layer-pipelines',
    file: 'lib/server/services/pipelines/run.ts',
    code: use('../runs/start'),
  },
  { rule: 'server-layer-nouns', file: 'lib/server/services/audit/runs.ts', code: use('../runs/start') },
  { rule: 'server-layer-services', file: 'lib/server/services/files/all.ts', code: use('../../compose') },
  { rule: 'server-layer-composition', file: 'lib/server/world.ts', code: use('./http/act') },
  { rule: 'server-layer-http', file: 'lib/server/http/open.ts', code: use('..') },
  { rule: 'server-layer-edge', file: 'lib/server/http/edge/open.ts', code: use('../..') },
  { rule: 'server-layers-complete', file: 'lib/server/odds/end.ts', code: use('../store/runs') },
  { rule: 'database-in-one-place', file: 'app/list.ts', code: use('postgres') },
  { rule: 'database-in-one-place', file: 'lib/contracts/table.ts', code: use('drizzle-orm') },
  { rule: 'client-publishable', file: 'client/shortcut.ts', code: use('@/lib/server') },
  { rule: 'client-action-types-only', file: 'client/log.ts', code: use('@/engine/actions/log') },
  { rule: 'components-without-server', file: 'components/run/rows.ts', code: use('@/lib/server') },
  {
    rule: 'components-action-types-only',
    file: 'components/editor/log.ts',
    code: use('@/engine/actions/log'),
  },
  { rule: 'primitives-know-no-domain', file: 'components/ui/step.ts', code: use('@/engine/json') },
  { rule: 'primitives-packages', file: 'components/ui/link.ts', code: use('next/link') },
  { rule: 'model-without-react', file: 'components/editor/model/use-it.ts', code: use('react') },
  { rule: 'editor-and-run-are-peers', file: 'components/run/cards.ts', code: use('../editor/session') },
  { rule: 'editor-and-run-are-peers', file: 'components/editor/banner.ts', code: use('../run/run-banner') },
  { rule: 'editor-and-run-are-peers', file: 'components/run/lay-out.ts', code: use('../desk/editor-page') },
  { rule: 'below-editor-and-run', file: 'components/run-state/open.ts', code: use('../editor/session') },
  { rule: 'routes-thin', file: 'app/rows.ts', code: use('@/lib/server/db/open') },
  {
    rule: 'endpoints-serve-use-cases',
    file: 'app/api/v1/rows/route.ts',
    code: use('@/lib/server/db/open'),
  },
  { rule: 'routes-without-tables', file: 'app/tables.ts', code: use('@/drizzle/schema') },
  { rule: 'command-line-by-doors', file: 'cli/rows.ts', code: use('@/lib/server/db/open') },
  { rule: 'worker-without-client', file: 'worker/remote.ts', code: use('@/client') },
  { rule: 'server-only-mark', file: 'lib/server/http/mark.ts', code: use('server-only') },
  { rule: 'product-without-tests', file: 'lib/server/store/fake.ts', code: use('@/engine/testing/fakes') },
  { rule: 'product-without-development-packages', file: 'lib/server/store/spy.ts', code: use('vitest') },
];

/** Imports that the rules must allow. */
export const ALLOWED: readonly Omit<Plant, 'rule'>[] = [
  { file: 'app/server.ts', code: use('server-only') + use('@/lib/server') },
  {
    file: 'client/typed.ts',
    code: "import type { Log } from '@/engine/actions/log';\nexport type Mine = Log;\n",
  },
  { file: 'components/run/limits.ts', code: use('@/engine/json') + use('@/engine') },
  { file: 'lib/server/store/doors.ts', code: use('@/engine/ports') + use('@/engine/actions') },
  { file: 'engine/expression/match.ts', code: use('re2js') + use('zod') },
  { file: 'engine/disk.test.ts', code: use('node:fs') + use('vitest') },
  { file: 'lib/server/store/query.ts', code: use('postgres') + use('@/drizzle/schema') },
  { file: 'lib/server/services/runs/one.ts', code: use('../context') + use('../../store/runs') },
  { file: 'components/editor/here.ts', code: use('./session') + use('../ui/box') },
  { file: 'components/ui/box.ts', code: use('react') + use('radix-ui') },
];
