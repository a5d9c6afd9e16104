import { entitlementGrant, entitlementList, entitlementWithdraw } from '../../../clinic/workspaces/operations/entitlements.ts'
import { type AndAlike, command } from './command.ts'

const changing = (operation: AndAlike<typeof entitlementGrant>, done: string, byImport: string) =>
  command(operation, {
    arguments: ['feature'],
    members: { feature: { name: 'entitlement' } },
    shown: ({ undoneByImport }, { feature }) =>
      [
        `${feature} is ${done}, everywhere within seconds`,
        ...(undoneByImport ? [`the clinic file says otherwise, and importing it ${byImport}: change workspace.entitlements there too`] : []),
      ].join('\n'),
  })

export const entitlementCommands = [
  changing(entitlementGrant, 'granted', 'takes it away'),
  changing(entitlementWithdraw, 'withdrawn', 'brings it back'),
  command(entitlementList),
]
