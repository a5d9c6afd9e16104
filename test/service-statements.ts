// What the service declares: everything that can be started leads to it.

import '../src/cli/program.ts'
import { declaredStatements, type Statement } from '../src/db/statement.ts'

/** Every statement of the service, by name; those of tests that share its process begin with `test_`. */
export function serviceStatements(): Statement[] {
  return declaredStatements()
    .filter(({ name }) => !name.startsWith('test_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
