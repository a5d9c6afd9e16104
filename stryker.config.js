// npm run mutants: changes the pure functions one expression at a time; a test must fail for each.
// Their tests need no database, so thousands of changes take minutes. What needs one is the subject
// of the planted faults: test/faults/planted-faults.ts.

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  // Not the arithmetic of zones and grids: its oracles try millions of cases for each test.
  mutate: [
    'src/base/values/{colour,country,csv-text,email,intervals,money,nearest}.ts',
    'src/base/values/{refund-policy,return-url,video-times}.ts',
    'src/base/operations/rights.ts',
    'src/base/due-work/back-off.ts',
    'src/money/payments/{settlement,refund-amount,pursue-refund}.ts',
    'src/money/checkout/payment-step.ts',
    'src/visits/appointments/{appointment-status,patient-limits}.ts',
    'src/visits/queue/{queue-status,consultation-time}.ts',
  ],
  // Words of messages and of schemas are not rules.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['clinic-data', 'dist', 'docs', 'site', 'bench', 'test/releases'],
  allowEmpty: false,
}
