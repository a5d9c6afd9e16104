// GET /v2/workspaces: everything an integrator needs to build a booking form.

import { type Route, route } from '../../base/contract/route.ts'
import {
  flag,
  id,
  list,
  namedObject,
  nullable,
  object,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { type Configurations, practicesByLocation } from './configuration.ts'
import { listOfferedModes } from './modes-on-offer.ts'
import { isInternational } from './price-list.ts'
import { sessionPackSchema, sessionPackView } from './session-packs.ts'
import {
  inlineProfileSchema,
  inlineProfileView,
  workspaceAddressSchema,
  workspaceAddressView,
} from './views.ts'

const WorkspaceDetail = namedObject('Workspace', {
  workspaceId: id("The key's workspace."),
  onlineBookingEnabled: flag('Whether the clinic can host video visits at all.'),
  onlinePaymentEnabled: flag('Whether a checkout can be opened.'),
  onlinePaymentProvider: nullable(
    text(
      'The configured payment gateway, even while it cannot be used; null if none is configured.',
      'sandbox',
    ),
  ),
  addresses: list(workspaceAddressSchema, 'Locations, by id.'),
  sessionPacks: list(sessionPackSchema, 'Session packs on sale, by id.'),
  publicProfile: object({
    wpp: nullable(
      object({
        profileId: id('The profile.', 1),
        name: text("The workspace's public name.", 'Sunrise Clinics'),
      }),
    ),
    p: list(inlineProfileSchema, 'Every published practitioner profile.'),
  }),
})

interface WorkspaceDetailServices {
  configurations: Configurations
  clock: Clock
  /** Whether the workspace can open checkouts at the gateway with this name. */
  hasGateway(workspaceId: number, name: string): Promise<boolean>
}

export function workspaceDetailRoute({
  configurations,
  clock,
  hasGateway,
}: WorkspaceDetailServices): Route {
  return route({
    method: 'GET',
    path: '/v2/workspaces',
    name: 'getWorkspace',
    area: 'Catalogue',
    title: 'Get the workspace',
    summary: 'The workspace with its locations, practitioners, fees and profiles.',
    policy: {},
    query: object({
      patientCountryCode: optional(
        text(
          'Dial code, ISO2 code or country name of the patient; adds international prices. Unknown values count as omitted.',
          '+91',
          { maxLength: 100 },
        ),
      ),
    }),
    refusals: [],
    replies: { 200: WorkspaceDetail },

    async handle({ caller, query }) {
      const configuration = await configurations.of(caller.workspaceId)
      const { workspaceId, paymentGateway } = configuration
      const now = clock.now()
      // A gateway that this installation lacks, or at which the clinic has no account, cannot open
      // checkouts (WS-05, A-248).
      const onlinePaymentEnabled =
        paymentGateway !== null && (await hasGateway(workspaceId, paymentGateway))
      return {
        status: 200,
        body: {
          workspaceId,
          onlineBookingEnabled: configuration.onlineBookingEnabled,
          onlinePaymentEnabled,
          onlinePaymentProvider: paymentGateway,
          addresses: configuration.locations.map((location) =>
            workspaceAddressView(
              location,
              isInternational(location, query.patientCountryCode),
              (practicesByLocation(configuration).get(location.id) ?? []).map((practice) => ({
                ...practice,
                offered: listOfferedModes(configuration, practice, dateAt(location.timezone, now)),
              })),
            ),
          ),
          sessionPacks: configuration.sessionPacks.map(sessionPackView),
          publicProfile: {
            wpp: configuration.workspaceProfile,
            p: configuration.doctors.flatMap(({ profile }) =>
              profile ? [inlineProfileView(profile)] : [],
            ),
          },
        },
      }
    },
  })
}
