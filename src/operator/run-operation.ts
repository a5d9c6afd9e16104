import type { Static, TObject, TSchema } from 'typebox'
import type { Unchanging } from '../contract/route.ts'
import { bodyValidator, type Validator } from '../contract/validation.ts'
import type { Queries } from '../db/database.ts'
import { failureKind } from '../db/failures.ts'
import { OperatorProblem } from '../values/operator-problem.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { Problem, type ProblemCode } from '../values/problem.ts'
import { workspaceIdOf } from '../workspaces/which-workspace.ts'
import { type ContextOf, type Contexts, type Ground, type Operation, type Scope, typedAs, withDefaults } from './operation.ts'

const validators = new WeakMap<TObject, Validator>()

/** Runs an operation in the context of a caller; throws an OperatorProblem for whatever a caller can mend. */
export async function runOperation<Input extends TObject, Output extends TSchema, On extends Ground, Within extends Scope>(
  operation: Operation<Input, Output, On, Within>,
  context: ContextOf<On, Within>,
  input: Record<string, unknown>,
): Promise<Unchanging<Static<Output>>> {
  return runChecked(operation, input, async () => context)
}

/**
 * Runs an operation for an operator, who may work in any workspace: the input of an operation in one has its name beside, as `workspace`,
 * or no name where there is only one workspace.
 */
export async function runForOperator<Input extends TObject, Output extends TSchema, On extends Ground, Within extends Scope>(
  operation: Operation<Input, Output, On, Within>,
  context: Contexts[On],
  input: Record<string, unknown>,
): Promise<Unchanging<Static<Output>>> {
  if (operation.scope === 'installation') return runChecked(operation, input, async () => context as ContextOf<On, Within>)
  const { workspace, ...own } = input
  if (workspace !== undefined && typeof workspace !== 'string') throw new OperatorProblem('workspace is not a name', 'say which one: --workspace NAME')
  const workspaceIdIn = (queries: Queries) => workspaceIdOf(queries, workspace)
  return runChecked(operation, own, async () => {
    const confined = 'database' in context ? { workspaceId: await workspaceIdIn(context.database) } : { workspaceIdIn }
    return { ...context, ...confined } as unknown as ContextOf<On, Within>
  })
}

/** Runs an operation on an input that is not checked yet, in a context that is looked up once it is. */
async function runChecked<Input extends TObject, Output extends TSchema, On extends Ground, Within extends Scope>(
  operation: Operation<Input, Output, On, Within>,
  input: Record<string, unknown>,
  contextOf: () => Promise<ContextOf<On, Within>>,
): Promise<Unchanging<Static<Output>>> {
  const filled = withDefaults(operation.input, input)
  try {
    validatorOf(operation.input)(filled)
    return await operation.run(await contextOf(), filled as Static<Input>)
  } catch (error) {
    if (error instanceof Problem)
      throw new OperatorProblem(error.sentence.replace(/\.$/, ''), nextSteps[error.code] ?? `change it and do it again: clinic ${typedAs(operation)} --help`)
    if (error instanceof PassedThrough)
      throw new OperatorProblem(
        `the gateway answered ${error.status}: ${JSON.stringify(error.body)}`,
        'nothing was changed; settle it with the gateway, or try again',
      )
    if (failureKind(error) === 'busy') throw new OperatorProblem('the database is busy or away', 'try again in a moment')
    throw error
  }
}

const nextSteps: Partial<Record<ProblemCode, string>> = {
  APPOINTMENT_NOT_FOUND: 'look it up: clinic visit list',
  SLOT_NOT_OFFERED: 'see which are: clinic availability explain --doctor NAME --date DATE',
  SLOT_NOT_AVAILABLE: 'see which are free: clinic availability explain --doctor NAME --date DATE',
  STATUS_NOT_ALLOWED: 'see how it stands: clinic visit show ID',
  REFUND_NOT_POSSIBLE: 'see how it stands: clinic payments list; or leave out --refund',
  REFUND_OUTCOME_UNKNOWN: 'look in a minute: clinic payments list',
  REFUND_UNDER_WAY: 'look in a minute: clinic payments list',
  PAYMENT_NOT_FOUND: 'see what there is: clinic payments list',
  SESSION_REF_REQUIRED:
    'what was paid online is found by its sessionRef: clinic payments list; what was paid at the desk by its visitId: clinic token refund ID',
  PATIENT_NOT_FOUND: 'look it up: clinic patient find NAME',
}

function validatorOf(schema: TObject): Validator {
  const validator = validators.get(schema) ?? bodyValidator(schema)
  validators.set(schema, validator)
  return validator
}
