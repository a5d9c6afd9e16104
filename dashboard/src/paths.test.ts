import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'
import { routeTree } from './routes.tsx'

describe('the addresses of the dashboard', () => {
  it('are those of its routes; staff have bookmarks of them', () => {
    const { routesById } = createRouter({ routeTree, context: { client: new QueryClient() } })
    const routed = Object.values(routesById).map(({ fullPath }) => fullPath)
    expect(new Set(routed)).toEqual(new Set(['/', '/$workspace/', ...Object.values(paths)]))
    expect(Object.values(paths).toSorted()).toEqual([
      '/',
      '/$workspace',
      '/$workspace/day',
      '/$workspace/first-steps',
      '/$workspace/keys',
      '/$workspace/keys/$key',
      '/$workspace/line',
      '/$workspace/online',
      '/$workspace/patients',
      '/$workspace/patients/$patient',
      '/$workspace/patients/$patient/forms/$form',
      '/$workspace/patients/$patient/merge',
      '/$workspace/receipt',
      '/$workspace/report',
      '/$workspace/settings',
      '/$workspace/till',
      '/$workspace/week',
      '/account',
      '/invitation',
      '/prove',
      '/sign-in',
      '/sign-in/openid',
    ])
  })
})
