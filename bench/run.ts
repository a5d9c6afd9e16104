// npm run bench: the service beside its floors, then the screens. `npm run bench -- NAME` runs
// another benchmark, or one part of that run, alone; options follow the name.
//
//   npm run bench -- --only available-slots
//   npm run bench -- report --visits 1000000

const benches: Record<string, () => Promise<unknown>> = {
  'booking-page': () => import('./booking-page.ts'),
  choices: () => import('./choices.ts'),
  dashboard: () => import('./dashboard.ts'),
  'first-minutes': () => import('./first-minutes.ts'),
  'key-calls': () => import('./key-calls.ts'),
  report: () => import('./report.ts'),
  routes: () => import('./routes.ts'),
  workspaces: () => import('./workspaces.ts'),
}

const name = process.argv[2]
if (name === undefined || name.startsWith('-')) await import('./bench.ts')
else if (Object.hasOwn(benches, name)) {
  // The benchmark reads what remains as its options.
  process.argv.splice(2, 1)
  await benches[name]?.()
} else {
  process.stderr.write(
    `there is no benchmark ${name}; without a name, or one of: ${Object.keys(benches).join(', ')}\n`,
  )
  process.exitCode = 1
}
