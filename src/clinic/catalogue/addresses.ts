// GET /v1/addresses: the locations of the key's workspace.

import { type Route, route } from '../../base/contract/route.ts'
import { list, object } from '../../base/contract/schemas.ts'
import type { Configurations } from './configuration.ts'
import { addressSchema, addressView } from './views.ts'

export function addressesRoute({ configurations }: { configurations: Configurations }): Route {
  return route({
    method: 'GET',
    path: '/v1/addresses',
    name: 'listAddresses',
    area: 'Catalogue',
    title: 'List locations',
    summary: 'Every location of the workspace.',
    policy: { feature: 'devapi_catalog_addresses' },
    query: object({}),
    refusals: [],
    replies: { 200: list(addressSchema, 'Locations, by id.') },

    async handle({ caller }) {
      const { locations } = await configurations.of(caller.workspaceId)
      return { status: 200, body: locations.map(addressView) }
    },
  })
}
