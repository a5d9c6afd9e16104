import type { Route } from '../../base/contract/route.ts'
import type { Database } from '../../base/db/database.ts'
import type { LivePage } from '../../base/http/pages.ts'

/** The routes; those that change something answer only what no failover can undo. */
export const confirmRoutes = ({ confirm }: Database, routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.method === 'GET'
      ? route
      : { ...route, handle: (request) => confirm(() => route.handle(request)) },
  )

/** The same for pages. */
export const confirmPages = ({ confirm }: Database, pages: readonly LivePage[]): LivePage[] =>
  pages.map((page) =>
    page.method === 'POST'
      ? { ...page, answer: (...request) => confirm(() => page.answer(...request)) }
      : page,
  )
