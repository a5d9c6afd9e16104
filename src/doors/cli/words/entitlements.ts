import {
  entitlementGrant,
  entitlementList,
  entitlementWithdraw,
} from '../../../clinic/workspaces/operations/entitlements.ts'
import { command, type OperationLike } from './command.ts'

const changeCommand = (
  operation: OperationLike<typeof entitlementGrant>,
  outcome: string,
  byImport: string,
) =>
  command(operation, {
    arguments: ['feature'],
    members: { feature: { name: 'entitlement' } },
    formatResult: ({ undoneByImport }, { feature }) =>
      [
        `${feature} is ${outcome}, everywhere within seconds`,
        ...(undoneByImport
          ? [
              `the clinic file says otherwise, and importing it ${byImport}: change workspace.entitlements there too`,
            ]
          : []),
      ].join('\n'),
  })

export const entitlementCommands = [
  changeCommand(entitlementGrant, 'granted', 'takes it away'),
  changeCommand(entitlementWithdraw, 'withdrawn', 'brings it back'),
  command(entitlementList),
]
