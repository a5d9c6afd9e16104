// The registered operations for a signed-in member of staff (DASH-11). The member's rights are checked here, for each operation, whatever a
// page shows or hides.

import type { Operation } from '../operations/operation.ts'
import { includes, includesOwnPatientsAlone } from '../operations/rights.ts'
import type { OperatorServices } from '../operator/operator-services.ts'
import { operations } from '../operator/register.ts'
import { runOperation } from '../operator/run-operation.ts'
import type { Member } from '../sign-in/sign-in.ts'
import type { IpAddress } from '../values/ip-address.ts'
import { ownInput } from './own-visits.ts'

/** The operations that the dashboard may call: those on the running service that name the right they need. */
const callable = new Map(
  operations.flatMap((operation) => (operation.right !== undefined && operation.runsOn === 'application' ? [[operation.name, operation] as const] : [])),
)

export type Call = { result: unknown } | 'UNKNOWN_OPERATION' | 'NOT_ALLOWED'

/** Runs an operation for a member, once for each `repeatKey`, in the member's workspace. Throws the operation's refusals. */
export async function callOperation(
  services: OperatorServices,
  member: Member,
  { repeatKey, ...from }: { address: IpAddress; requestId: string; repeatKey: string | undefined },
  name: string,
  input: Record<string, unknown>,
): Promise<Call> {
  const operation = callable.get(name)
  if (!operation?.right) return 'UNKNOWN_OPERATION'
  if (!includes(member.rights, operation.right)) return 'NOT_ALLOWED'
  const own = includesOwnPatientsAlone(member.rights) ? await ownInput(services.database, member, operation as Operation, input) : input
  if (!own) return 'NOT_ALLOWED'
  const actor = { kind: 'staff', userId: member.userId, from } as const
  const context = { ...services, actor, rights: member.rights, workspaceId: member.workspaceId, repeatKey, progress: undefined }
  return { result: await runOperation(operation as Operation, context as never, own) }
}
