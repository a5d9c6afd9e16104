import type { Static, TObject, TSchema } from 'typebox'
import type { DeepReadonly } from '../../base/contract/route.ts'
import { closeSchema } from '../../base/contract/schemas.ts'
import { bodyValidator, type Validator } from '../../base/contract/validation.ts'
import type { Queries } from '../../base/db/database.ts'
import { failureKind } from '../../base/db/failures.ts'
import {
  type CommonServices,
  type InWorkspace,
  type OnApplication,
  type OnDatabase,
  type Operation,
  withDefaults,
} from '../../base/operations/operation.ts'
import { findWorkspaceId } from '../../base/operations/workspace-name.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Configured } from '../../clinic/catalogue/configuration.ts'
import type { OperatorServices } from './operator-services.ts'
import { problem } from './problems.ts'
import { runOnce } from './repeat-keys.ts'

const validators = new WeakMap<TObject, Validator>()

/**
 * Runs an operation in the context of a caller; throws a Problem for every error that a caller can
 * fix.
 */
export async function runOperation<Input extends TObject, Output extends TSchema, Context>(
  operation: Operation<Input, Output, Context>,
  context: Context,
  input: Record<string, unknown>,
): Promise<DeepReadonly<Static<Output>>> {
  return runChecked(operation, input, async () => context)
}

/**
 * Runs an operation for an operator, who may work in any workspace. The input of an operation in a
 * workspace also has the workspace's name as `workspace`, which may be omitted if there is only
 * one.
 */
export async function runForOperator<Input extends TObject, Output extends TSchema>(
  operation: Operation<Input, Output>,
  context: OnApplication<OperatorServices> | OnDatabase,
  input: Record<string, unknown>,
): Promise<DeepReadonly<Static<Output>>> {
  if (operation.scope === 'installation')
    return runChecked(operation, input, async () => context as never)
  const { workspace, ...own } = input
  if (workspace !== undefined && typeof workspace !== 'string')
    throw invalid('workspace must be a name')
  const workspaceIdIn = (queries: Queries) => findWorkspaceId(queries, workspace)
  return runChecked(operation, own, async () => {
    const workspaceContext =
      'database' in context
        ? { workspaceId: await workspaceIdIn(context.database) }
        : { workspaceIdIn }
    return { ...context, ...workspaceContext } as never
  })
}

/**
 * Runs an operation on an input that is not validated yet, in a context that is looked up after the
 * validation.
 */
async function runChecked<Input extends TObject, Output extends TSchema, Context>(
  operation: Operation<Input, Output, Context>,
  input: Record<string, unknown>,
  getContext: () => Promise<Context>,
): Promise<DeepReadonly<Static<Output>>> {
  const completeInput = withDefaults(operation.input, input)
  try {
    getValidator(operation.input)(completeInput)
    const run = (context: unknown) =>
      operation.run(context as Context, completeInput as Static<Input>)
    const context = await getContext()
    if (operation.runsOn !== 'application') return await run(context)
    const runInScope = () =>
      operation.scope === 'workspace'
        ? runOnce(operation as Operation, context as InWorkspace<Configured>, completeInput, run)
        : run(context)
    if (operation.right?.endsWith(':read')) return await runInScope()
    const { database } = context as CommonServices
    const answer = await database.confirm(runInScope)
    // Callers who were notified of a change must not be answered from a cache that is not updated
    // yet.
    await database.catchUp()
    return answer
  } catch (error) {
    if (error instanceof ForwardedAnswer)
      throw problem('GATEWAY_REFUSED', { status: error.status, body: JSON.stringify(error.body) })
    if (failureKind(error) === 'busy') throw problem('BUSY', {}, { cause: error })
    throw error
  }
}

function getValidator(schema: TObject): Validator {
  // A member that the operation does not read must be refused: code that checks the input could
  // read it instead of the member that the operation reads.
  const validator = validators.get(schema) ?? bodyValidator(closeSchema(schema))
  validators.set(schema, validator)
  return validator
}
