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
import { findLegalText, legalPath, legalTextNames } from '../../base/values/legal-texts.ts'
import { type Configurations, type Practice, practicesByLocation } from './configuration.ts'
import { listOfferedModes } from './modes-on-offer.ts'
import { isInternational } from './price-list.ts'
import { sessionPackSchema, sessionPackView } from './session-packs.ts'
import {
  inlineProfileSchema,
  inlineProfileView,
  workspaceAddressSchema,
  workspaceAddressView,
} from './views.ts'
import { practicesUnderTypes } from './visit-types.ts'

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
  visitTypes: optional(
    list(
      namedObject('VisitType', {
        id: id('The `visitTypeId` of available-slots and of a booking.', 2),
        name: text('The name that patients choose by.', 'First visit'),
        description: nullable(text('What it is for.', 'For people who are new here')),
      }),
      'The kinds of visits that patients choose from, in the order of the clinic; only if there are any.',
    ),
  ),
  legal: optional(
    object(
      {
        privacy: optional(text('The privacy notice.', 'https://…/legal/sunrise/privacy')),
        imprint: optional(text('Who is responsible.', 'https://…/legal/sunrise/imprint')),
        terms: optional(text('The terms of visits.', 'https://…/legal/sunrise/terms')),
      },
      {
        description:
          'Addresses of pages to link to before patients are asked anything; `?lang=` chooses the language. Only if there are any.',
      },
    ),
  ),
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
  publicUrl(): string
  /** Whether the workspace can open checkouts at the gateway with this name. */
  hasGateway(workspaceId: number, name: string): Promise<boolean>
}

export function workspaceDetailRoute({
  configurations,
  clock,
  publicUrl,
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
      const legalNames = legalTextNames.filter((name) =>
        findLegalText(configuration.legal, name, ''),
      )
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
              (practicesByLocation(configuration).get(location.id) ?? []).map((practice) => {
                const withModes = (one: Practice) => ({
                  ...one,
                  offered: listOfferedModes(configuration, one, dateAt(location.timezone, now)),
                })
                return {
                  ...withModes(practice),
                  types: practicesUnderTypes(configuration, practice)
                    .map(withModes)
                    .filter(({ offered }) => offered.length > 0),
                }
              }),
            ),
          ),
          sessionPacks: configuration.sessionPacks.map(sessionPackView),
          ...(configuration.visitTypes.length > 0 && {
            visitTypes: configuration.visitTypes.map(({ id, displayName, description }) => ({
              id,
              name: displayName,
              description,
            })),
          }),
          ...(legalNames.length > 0 && {
            legal: Object.fromEntries(
              legalNames.map((name) => [
                name,
                `${publicUrl()}${legalPath(configuration.workspace, name)}`,
              ]),
            ),
          }),
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
