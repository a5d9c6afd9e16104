// What lets a test fail for no reason is done in one place each, which does it safely.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{src,test,client,dashboard,booking-page}/**/*.{ts,tsx}', {
  cwd: project,
  exclude: ['**/node_modules/**', '**/dist/**'],
})

it.each([
  [
    'a place on a page that may still move',
    /\.boundingBox\(/,
    'test/support/screens/settled-page.ts',
  ],
  ['a browser that no run of tests ends', /\bchromium\.launch/, 'test/support/screens/chromium.ts'],
  [
    'a port that others are given too',
    /function findFreePort\b/,
    'test/support/processes/free-port.ts',
  ],
  ['a page printed before it is drawn', /\bpage\.pdf\(/, 'test/support/screens/settled-page.ts'],
])('%s is found in one place', (_, pattern, place) => {
  const found = files
    .filter((file) => file !== 'test/conventions/chance.test.ts')
    .filter((file) => pattern.test(readFileSync(`${project}/${file}`, 'utf8')))
  expect(found).toEqual([place])
})

it('a lock that is waited for is one of the same database', () => {
  const found = files.filter((file) =>
    /pg_locks where not granted(?!.*current_database)/.test(
      readFileSync(`${project}/${file}`, 'utf8'),
    ),
  )
  expect(found).toEqual([])
})
