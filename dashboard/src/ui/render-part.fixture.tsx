// Renders a part of the dashboard as a member of the staff sees it, without a browser or a service:
// the test answers the operations that it calls, and what was sent is recorded.

import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { type StaffMember, WorkspaceProvider } from '../api/workspace.tsx'
import { LanguageProvider, loadPreferredWords } from '../words/words.tsx'
import { UndoProvider } from './undo.tsx'

interface SentCall {
  operation: string
  input: unknown
  /** A change has a key, with which it is made only once. */
  key: string | null
}

interface RenderOptions {
  language?: string
  rights?: Partial<StaffMember['rights']>
  /** The answers by operation; all other operations are refused. */
  answers?: Readonly<Record<string, unknown>>
}

const allRights = {
  visits: 'write',
  patients: 'write',
  queue: 'write',
  money: 'write',
  setup: 'write',
  staff: 'write',
  developers: 'write',
  insight: 'write',
}

export async function renderPart(
  part: ReactNode,
  { language = 'en', rights = {}, answers = {} }: RenderOptions = {},
) {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    const operation = url.split('/').at(-1) ?? ''
    sent.push({
      operation,
      input: JSON.parse(String(body)),
      key: new Headers(headers).get('idempotency-key'),
    })
    const isKnown = Object.hasOwn(answers, operation)
    return Response.json(
      isKnown ? answers[operation] : { code: 'NOT_POSSIBLE', message: 'not answered in this test' },
      { status: isKnown ? 200 : 409 },
    )
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  localStorage.setItem('clinic-language', language)
  await loadPreferredWords()
  const member = {
    workspace: 'sunrise',
    userId: 1,
    rights: { ...allRights, ownVisits: false, ...rights },
  } as unknown as StaffMember
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/sunrise/day'] }),
  })
  const rendered = render(
    <MantineProvider env="test">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <LanguageProvider>
          <WorkspaceProvider member={member} mode="production">
            <RouterContextProvider router={router as never}>
              <UndoProvider>{part}</UndoProvider>
            </RouterContextProvider>
          </WorkspaceProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return {
    ...rendered,
    history: router.history,
    sent,
    changes: () => sent.filter(({ key }) => key !== null),
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
  }
}
