// The signed-in member, the workspace, and how its operations are called.

import {
  type SkipToken,
  skipToken,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { ClinicLook, SignedInMember } from '../../../src/doors/dashboard/pages.ts'
import {
  callOperation,
  type Input,
  type OperationName,
  type Output,
  type Refusal,
  send,
} from './call.ts'

export type { Account } from '../../../src/doors/dashboard/account-pages.ts'
export type { OpenIdSignInResult } from '../../../src/doors/dashboard/openid-pages.ts'
export type {
  InvitationDetails,
  SignInMethods,
} from '../../../src/doors/dashboard/sign-in-pages.ts'
export type { ClinicLook, SignedInMember }
export type StaffMember = SignedInMember['members'][number]
export type Right = `${Exclude<keyof StaffMember['rights'], 'ownVisits'>}:${'read' | 'write'}`

/** Whether a member has a right. This decides what is shown; the server decides what is allowed. */
export function isAllowed({ rights }: StaffMember, right: Right): boolean {
  const [area, level] = right.split(':') as [
    Exclude<keyof StaffMember['rights'], 'ownVisits'>,
    'read' | 'write',
  ]
  return rights[area] === 'write' || rights[area] === level
}

/**
 * Whether a member sees only the patients of their own visits, for what a page has to say about
 * that; the server decides.
 */
export const seesOnlyOwnPatients = ({ rights }: StaffMember) =>
  rights.ownVisits && (rights.visits !== 'none' || rights.queue !== 'none')

const WorkspaceContext = createContext<
  { member: StaffMember; mode: SignedInMember['mode'] } | undefined
>(undefined)

export function WorkspaceProvider({
  member,
  mode,
  children,
}: {
  member: StaffMember
  mode: SignedInMember['mode']
  children: ReactNode
}) {
  return <WorkspaceContext value={{ member, mode }}>{children}</WorkspaceContext>
}

export function useWorkspace() {
  const context = useContext(WorkspaceContext)
  if (!context) throw new Error('used outside of a workspace')
  const { member } = context
  return {
    ...context,
    workspace: member.workspace,
    may: (right: Right) => isAllowed(member, right),
  }
}

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: () => send<SignedInMember>('session'),
  retry: false,
  staleTime: 30_000,
} as const

/** The query for an operation of a workspace, with its cache key. */
export const operationQuery = <Name extends OperationName>(
  workspace: string,
  name: Name,
  input: Input<Name>,
) => ({
  queryKey: [workspace, name, input] as const,
  queryFn: () => callOperation(workspace, name, input),
})

/**
 * The result of an operation; reloaded whenever something that it may show has changed. With
 * `skipToken` as its input it is not called, and has no result.
 */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: Input<Name> | SkipToken,
  options: { refetchInterval?: number } = {},
): UseQueryResult<Output<Name>, Refusal> {
  const { workspace } = useWorkspace()
  const isSkipped = input === skipToken
  return useQuery<Output<Name>, Refusal>({
    queryKey: isSkipped ? [workspace, name] : [workspace, name, input],
    queryFn: isSkipped ? skipToken : () => callOperation(workspace, name, input),
    placeholderData: (before) => (isSkipped ? undefined : before),
    ...options,
  })
}

/** The results of an operation for several inputs, in order. */
export function useOperations<Name extends OperationName>(
  name: Name,
  inputs: readonly Input<Name>[],
): UseQueryResult<Output<Name>, Refusal>[] {
  const { workspace } = useWorkspace()
  return useQueries({
    queries: inputs.map((input) => ({ ...operationQuery(workspace, name, input), retry: false })),
  }) as UseQueryResult<Output<Name>, Refusal>[]
}

/**
 * Runs an operation that is not retried: if no answer came, the user has to check whether it was
 * done.
 */
export function useOperationOnce<Name extends OperationName>(name: Name, onDone: () => unknown) {
  const { workspace } = useWorkspace()
  return useMutation<Output<Name>, Refusal, Input<Name>>({
    networkMode: 'always',
    mutationFn: (input) => callOperation(workspace, name, input),
    onSuccess: onDone,
  })
}

/**
 * Changes something once, and then reloads what the page shows. A failed change keeps its key while
 * its input is the same. Changes with the same `sequence` are sent one after the other, in the
 * order in which they were requested.
 */
export function useChange<Name extends OperationName>(name: Name, sequence?: string) {
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const attempt = useRef<{ input: string; key: string }>(undefined)
  const accepted = useRef(false)
  const change = useMutation<Output<Name>, Refusal, Input<Name>>({
    networkMode: 'always',
    ...(sequence !== undefined && { scope: { id: sequence } }),
    mutationFn: (input) => {
      accepted.current = false
      const text = JSON.stringify(input)
      if (attempt.current?.input !== text)
        attempt.current = { input: text, key: crypto.randomUUID() }
      return callOperation(workspace, name, input, attempt.current.key)
    },
    onSuccess: () => {
      accepted.current = true
      return client.invalidateQueries({ queryKey: [workspace] })
    },
  })
  // The key is kept until the page shows that the change is made: until then a second click is the
  // same change.
  useEffect(() => {
    if (change.isSuccess) attempt.current = undefined
  })
  return { ...change, accepted }
}
