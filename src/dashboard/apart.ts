// Where the dashboard is not served beside the API: what is answered there in its place, and what its own port says of itself (DASH-02).

import { secretPageHeaders } from '../http/html.ts'
import type { LivePage, PageAnswer } from '../http/pages.ts'
import { json } from './requests.ts'

const headers = { ...secretPageHeaders, 'cache-control': 'no-store' }
const nothing: PageAnswer = { status: 404, type: 'text/plain; charset=utf-8', headers, content: 'There is no dashboard here.\n' }

/** Below `/dashboard` there is nothing, for pages and for what they would call. */
export const noDashboard: LivePage[] = ['/dashboard', '/dashboard/*'].flatMap((path) => [
  { path, answer: async () => nothing },
  { path, method: 'POST' as const, answer: async () => nothing },
])

/** What a balancer asks of a port that serves nothing but the dashboard. */
export function healthPages(unready: () => Promise<string | undefined>): LivePage[] {
  return [
    { path: '/healthz', answer: async () => json(200, { status: 'alive' }) },
    {
      path: '/readyz',
      async answer() {
        const reason = await unready()
        return reason === undefined ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reason })
      },
    },
  ]
}
