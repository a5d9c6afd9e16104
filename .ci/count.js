// Adds up the tests of several runs and the steps that failed: node .ci/count.js STEPS_FAILED RESULTS...

import { readFileSync } from 'node:fs'

const [stepsFailed, ...files] = process.argv.slice(2)
let passed = 0
let failed = 0
// What no machine has to have: these say in their names what they need, and are told apart.
const mayBeMissing = /\(needs pgbouncer[^)]*\)/
let withoutIt = 0
for (const file of files) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const skipped = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => !['passed', 'failed'].includes(status))
    const named = skipped.filter(({ fullName }) => mayBeMissing.test(fullName)).length
    passed += numPassedTests
    withoutIt += named
    // Any other test that did not run has proven nothing.
    failed += numFailedTests + numPendingTests + numTodoTests - named
  } catch {
    failed += 1
  }
}
// A step fails by its tests, which are counted already, or by itself.
if (Number(stepsFailed) > 0 && failed === 0) failed = Number(stepsFailed)
if (withoutIt > 0) process.stdout.write(`${withoutIt} not run for want of PgBouncer 1.21 or later\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || Number(stepsFailed) > 0 ? 1 : 0
