// Which room may look into which: only downwards (docs/architecture.md). Each line is a floor; a
// room imports from the floors below its own.

const floors = [
  ['values'],
  ['db', 'contract'],
  ['operations'],
  ['ports', 'http'],
  ['messages', 'due-work'],
  ['notices'],
  ['workspaces', 'audit'],
  ['patients', 'catalogue', 'sign-in'],
  ['occupancy', 'calendars', 'payments', 'video', 'patient-messages'],
  ['packs'],
  ['availability', 'verification', 'forms'],
  ['booking'],
  ['queue'],
  ['appointments'],
  ['checkout'],
  ['patient-pages', 'desk', 'report'],
  ['clinic-file', 'csv-import', 'backup', 'monitoring', 'news', 'demo-history', 'secret'],
  ['register'],
  ['demo'],
  ['dashboard'],
  ['app'],
  ['cli'],
]

const below = (floor) => floors.slice(0, floor).flat()
const rooms = floors.flatMap((names, floor) =>
  names.map((room) => ({ room, allowed: [room, ...below(floor)] })),
)

const ofTheDay = '^dashboard/src/(day|visit|booking|blocks|waiting)/'
const dashboardScreens =
  '^dashboard/src/(day|visit|booking|blocks|waiting|queue|sign-in|frame|patients|till|report|settings|keys)/'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-tests-in-the-service',
      severity: 'error',
      from: { path: '^(src|dashboard/src|booking-page/src)', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^test|\\.(test|fixture)\\.tsx?$' },
    },
    // It runs in browsers too: nothing of the service, of Node or of any package.
    {
      name: 'client-stands-alone',
      severity: 'error',
      from: { path: '^client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^client/src' },
    },
    // A language is a folder that translators edit; it is loaded by all programs.
    {
      name: 'words-stand-alone',
      severity: 'error',
      from: { path: '^words' },
      to: { pathNot: '^words' },
    },
    // It runs in pages of clinics: of the rest of the project it knows the types of the API and its
    // words, and nothing else.
    {
      name: 'booking-element-stands-alone',
      severity: 'error',
      from: { path: '^booking-page/src', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: {
        pathNot:
          '^(booking-page/src|node_modules/preact)/|^words/(languages\\.ts|[\\w-]+/booking-page\\.json)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'booking-element-knows-the-api',
      severity: 'error',
      from: { path: '^booking-page/src', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^(src|dashboard|client/(?!src/generated))' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'values-are-pure',
      severity: 'error',
      from: { path: '^src/base/values', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^(pg|fastify|node:(fs|net|http))' },
    },
    ...rooms.map(({ room, allowed }) => ({
      name: `${room}-looks-down-only`,
      severity: 'error',
      from: { path: `^src/\\w+/${room}/`, pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^src/', pathNot: `^src/\\w+/(${allowed.join('|')})/` },
    })),
    {
      name: 'only-the-command-opens-engines',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(doors/cli|base/db)/' },
      to: { path: '^src/base/db/embedded' },
    },
    // The dashboard knows the types of the service's operations, and nothing else of it: what is
    // run there is asked for over HTTP.
    {
      name: 'dashboard-knows-types-alone',
      severity: 'error',
      from: { path: '^dashboard/src', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'dashboard-types-of-operations',
      severity: 'error',
      from: { path: '^dashboard/src', pathNot: '^dashboard/src/api/|\\.(test|fixture)\\.tsx?$' },
      to: { path: '^src/' },
    },
    // What screens share knows no screen, and no screen knows another; the panels beside the day
    // belong to it. Signing in again is laid over all of them by the frame.
    {
      name: 'dashboard-parts-know-no-screen',
      severity: 'error',
      from: { path: '^dashboard/src/(ui|api|words)/' },
      to: { path: dashboardScreens },
    },
    {
      name: 'dashboard-screens-stand-alone',
      severity: 'error',
      from: { path: dashboardScreens, pathNot: ['^dashboard/src/frame/', ofTheDay] },
      to: { path: dashboardScreens, pathNot: '^dashboard/src/$1/' },
    },
    {
      name: 'dashboard-day-stands-alone',
      severity: 'error',
      from: { path: ofTheDay },
      to: { path: dashboardScreens, pathNot: ofTheDay },
    },
    // Files by the hundred, which most processes never need: a start without them takes little more
    // than half the time.
    {
      name: 'loaded-when-needed',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: '\\.(test|fixture)\\.ts$|^src/base/ports/redis-counters\\.ts$',
      },
      to: {
        path: 'node_modules/(@simplewebauthn/server|ioredis|nodemailer|razorpay|stripe|typebox/build/value)/',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
        dynamic: false,
      },
    },
    // Rules refuse by a `Problem`; statuses and bodies are the front door's alone.
    {
      name: 'only-http-refuses',
      severity: 'error',
      from: {
        path: '^src',
        pathNot: '^src/\\w+/(app|contract|dashboard|http|register)/|\\.test\\.ts$',
      },
      to: { path: '^src/base/contract/errors\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
