// Which room may look into which: only downwards (docs/architecture.md). Within a floor, a room listed
// here may use the rooms named for it.

const floors = {
  values: [],
  db: ['values'],
  ports: ['values', 'db'],
  http: ['values'],
  audit: ['http', 'db', 'values'],
  workspaces: ['http', 'db', 'ports', 'values'],
  patients: ['audit', 'http', 'db', 'ports', 'values'],
  catalogue: ['workspaces', 'http', 'db', 'ports', 'values'],
  availability: ['catalogue', 'patients', 'workspaces', 'http', 'db', 'ports', 'values'],
  verification: ['audit', 'catalogue', 'patients', 'workspaces', 'http', 'db', 'ports', 'values'],
  appointments: ['audit', 'verification', 'availability', 'catalogue', 'patients', 'workspaces', 'http', 'db', 'ports', 'values'],
  operator: ['audit', 'appointments', 'verification', 'availability', 'catalogue', 'patients', 'workspaces', 'http', 'db', 'ports', 'values'],
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-the-service',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^test|\\.(test|fixture)\\.ts$' },
    },
    // It runs in browsers too: nothing of the service, of Node or of any package.
    { name: 'client-stands-alone', severity: 'error', from: { path: '^client/src', pathNot: '\\.test\\.ts$' }, to: { pathNot: '^client/src' } },
    { name: 'no-development-packages', severity: 'error', from: { path: '^src', pathNot: '\\.test\\.ts$' }, to: { dependencyTypes: ['npm-dev'] } },
    { name: 'values-are-pure', severity: 'error', from: { path: '^src/values', pathNot: '\\.test\\.ts$' }, to: { path: '^(pg|fastify|node:(fs|net|http))' } },
    ...Object.entries(floors).map(([room, below]) => ({
      name: `${room}-looks-down-only`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(${[room, ...below].join('|')})/` },
    })),
    { name: 'only-the-command-opens-engines', severity: 'error', from: { path: '^src', pathNot: '^src/(cli|db)/' }, to: { path: '^src/db/embedded' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
