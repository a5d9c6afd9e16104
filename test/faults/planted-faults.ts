// Faults that the tests must notice. Each is one small change of the kind made by mistake, where no
// tool that changes code by itself reaches: in SQL, locks, money, gates and rights. Pure functions
// are the subject of StrykerJS: stryker.config.js.

import { formsFaults } from './forms.ts'
import { gatesFaults } from './gates.ts'
import { moneyFaults } from './money.ts'
import type { PlantedFault } from './planted-fault.ts'
import { rightsFaults } from './rights.ts'
import { schemaFaults } from './schema.ts'
import { transactionsFaults } from './transactions.ts'
import { visitsFaults } from './visits.ts'

export const plantedFaults: readonly PlantedFault[] = [
  ...schemaFaults,
  ...transactionsFaults,
  ...moneyFaults,
  ...gatesFaults,
  ...rightsFaults,
  ...visitsFaults,
  ...formsFaults,
]
