// The registered operations for a signed-in member of staff (DASH-11). The member's rights are
// checked here, for each operation, whatever a page shows or hides.

import type { Operation } from '../../base/operations/operation.ts'
import { includesOnlyOwnPatients, includesRight } from '../../base/operations/rights.ts'
import type { IpAddress } from '../../base/values/ip-address.ts'
import type { MemberWithRights } from '../../clinic/sign-in/sign-in.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { operations } from '../register/register.ts'
import { runOperation } from '../register/run-operation.ts'
import { restrictToOwnVisits } from './own-visits.ts'

/**
 * The operations that the dashboard may call: all that run in the service and declare the right
 * that they need.
 */
const callable = new Map(
  operations.flatMap((operation) =>
    operation.right !== undefined && operation.runsOn === 'application'
      ? [[operation.name, operation] as const]
      : [],
  ),
)

export type CallOutcome = { result: unknown } | 'UNKNOWN_OPERATION' | 'NOT_ALLOWED'

/**
 * Runs an operation for a member in the member's workspace, once for each `repeatKey`. Throws the
 * operation's refusals.
 */
export async function callOperation(
  services: OperatorServices,
  member: MemberWithRights,
  { repeatKey, ...from }: { address: IpAddress; requestId: string; repeatKey: string | undefined },
  name: string,
  input: Record<string, unknown>,
): Promise<CallOutcome> {
  const operation = callable.get(name)
  if (!operation?.right) return 'UNKNOWN_OPERATION'
  if (!includesRight(member.rights, operation.right)) return 'NOT_ALLOWED'
  const own = includesOnlyOwnPatients(member.rights)
    ? await restrictToOwnVisits(services.database, member, operation as Operation, input)
    : input
  if (!own) return 'NOT_ALLOWED'
  const actor = { kind: 'staff', userId: member.userId, from } as const
  const context = {
    ...services,
    actor,
    rights: member.rights,
    workspaceId: member.workspaceId,
    repeatKey,
    progress: undefined,
  }
  return { result: await runOperation(operation as Operation, context as never, own) }
}
