// For an installation whose dashboard is not served with the API: the responses at its path, and
// the health checks on its own port (DASH-02).

import { secretPageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer } from '../../base/http/pages.ts'
import { json } from './requests.ts'

const headers = { ...secretPageHeaders, 'cache-control': 'no-store' }
const notFoundAnswer: PageAnswer = {
  status: 404,
  type: 'text/plain; charset=utf-8',
  headers,
  content: 'There is no dashboard here.\n',
}

/** Nothing exists below `/dashboard`, neither pages nor their calls. */
export const noDashboard: LivePage[] = ['/dashboard', '/dashboard/*'].flatMap((path) => [
  { path, answer: async () => notFoundAnswer },
  { path, method: 'POST' as const, answer: async () => notFoundAnswer },
])

/** Health checks for a load balancer, on a port that serves only the dashboard. */
export function healthPages(unready: () => Promise<string | undefined>): LivePage[] {
  return [
    { path: '/healthz', answer: async () => json(200, { status: 'alive' }) },
    {
      path: '/readyz',
      async answer() {
        const reason = await unready()
        return reason === undefined
          ? json(200, { status: 'ready' })
          : json(503, { status: 'not ready', reason })
      },
    },
  ]
}
