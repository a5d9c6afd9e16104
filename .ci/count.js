// Adds up the tests of several runs and the steps that failed: node .ci/count.js STEPS_FAILED RESULTS...

import { readFileSync } from 'node:fs'

const [stepsFailed, ...files] = process.argv.slice(2)
let passed = 0
let failed = 0
for (const file of files) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'))
    passed += numPassedTests
    // A test that did not run has proven nothing.
    failed += numFailedTests + numPendingTests + numTodoTests
  } catch {
    failed += 1
  }
}
// A step fails by its tests, which are counted already, or by itself.
if (Number(stepsFailed) > 0 && failed === 0) failed = Number(stepsFailed)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || Number(stepsFailed) > 0 ? 1 : 0
