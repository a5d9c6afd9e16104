// The statements that the service declares: importing the application and every operation loads all
// of them.

import '../../../src/doors/app/application.ts'
import '../../../src/doors/cli/serve.ts'
import { declaredStatements, type Statement } from '../../../src/base/db/statement.ts'
import '../../../src/doors/register/register.ts'

/**
 * Every statement of the service, by name; statements declared by tests in the same process have
 * names that begin with `test_`.
 */
export function listServiceStatements(): Statement[] {
  return declaredStatements()
    .filter(({ name }) => !name.startsWith('test_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
