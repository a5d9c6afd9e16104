// Who is signed in, in which workspace, and how its operations are asked.

import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef } from 'react'
import type { SignedIn } from '../../../src/dashboard/pages.ts'
import { callOperation, type Input, type OperationName, type Output, type Refusal, send } from './call.ts'

export type { Account } from '../../../src/dashboard/sign-in-pages.ts'
export type { SignedIn }
export type Member = SignedIn['members'][number]
type Right = `${Exclude<keyof Member['rights'], 'ownVisits'>}:${'read' | 'write'}`

const WorkspaceContext = createContext<{ member: Member; mode: SignedIn['mode'] } | undefined>(undefined)

export function InWorkspace({ member, mode, children }: { member: Member; mode: SignedIn['mode']; children: ReactNode }) {
  return <WorkspaceContext value={{ member, mode }}>{children}</WorkspaceContext>
}

export function useWorkspace() {
  const context = useContext(WorkspaceContext)
  if (!context) throw new Error('not in a workspace')
  const { rights } = context.member
  const may = (right: Right) => {
    const [area, level] = right.split(':') as [Exclude<keyof Member['rights'], 'ownVisits'>, 'read' | 'write']
    return rights[area] === 'write' || rights[area] === level
  }
  return { ...context, workspace: context.member.workspace, may }
}

export const sessionQuery = { queryKey: ['session'], queryFn: () => send<SignedIn>('session'), retry: false, staleTime: 30_000 } as const

/** What an operation answers; asked again whenever something it may show has changed. */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: { enabled?: boolean } = {},
): UseQueryResult<Output<Name>, Refusal> {
  const { workspace } = useWorkspace()
  return useQuery<Output<Name>, Refusal>({
    queryKey: [workspace, name, input],
    queryFn: () => callOperation(workspace, name, input),
    placeholderData: (before) => before,
    ...options,
  })
}

/** Changes something, once; what the page shows is then asked for again. A change that failed keeps its key while its input is the same. */
export function useChange<Name extends OperationName>(name: Name) {
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const attempt = useRef<{ input: string; key: string }>(undefined)
  return useMutation<Output<Name>, Refusal, Input<Name>>({
    networkMode: 'always',
    mutationFn: (input) => {
      const text = JSON.stringify(input)
      if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
      return callOperation(workspace, name, input, attempt.current.key)
    },
    onSuccess: () => {
      attempt.current = undefined
      return client.invalidateQueries({ queryKey: [workspace] })
    },
  })
}
