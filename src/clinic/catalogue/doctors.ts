// GET /v1/doctors: the practitioners of the key's workspace; their ids can also be used for acting
// users.

import { type Route, route } from '../../base/contract/route.ts'
import {
  choice,
  id,
  list,
  namedObject,
  object,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import { appointmentSystems } from '../../base/values/modes.ts'
import { resolvePublicName } from '../../base/values/public-name.ts'
import {
  type Configuration,
  type Configurations,
  type Doctor,
  practicesByDoctor,
} from './configuration.ts'

export const doctorSchema = namedObject('ListedPractitioner', {
  id: id('The `doctorId` of every booking route; valid as `X-Acting-User-Id`.', 3),
  name: text('Public name if a profile is published, otherwise the staff name.', 'Dr Asha Rao'),
  specialization: text('Specialization of the practitioner.', 'Dermatology'),
  appointmentSystemType: choice(
    appointmentSystems,
    'Whether the practitioner sells slots or tokens.',
  ),
  addressIds: list(
    id('A location the practitioner works at.'),
    'Locations the practitioner works at.',
  ),
})

export function doctorView(configuration: Configuration, doctor: Doctor) {
  return {
    id: doctor.id,
    name: resolvePublicName(doctor),
    specialization: doctor.specialization,
    appointmentSystemType: doctor.appointmentSystem,
    addressIds: (practicesByDoctor(configuration).get(doctor.id) ?? []).map(
      ({ location }) => location.id,
    ),
  }
}

export function doctorsRoute({ configurations }: { configurations: Configurations }): Route {
  return route({
    method: 'GET',
    path: '/v1/doctors',
    name: 'listDoctors',
    area: 'Catalogue',
    title: 'List practitioners',
    summary: 'Practitioners of the workspace, all or those of one location.',
    policy: { feature: 'devapi_catalog_doctors' },
    query: object({
      addressId: optional(id('Only practitioners of this location; an unknown location has none.')),
    }),
    refusals: [],
    replies: { 200: list(doctorSchema, 'Practitioners, by id.') },

    async handle({ caller, query }) {
      const configuration = await configurations.of(caller.workspaceId)
      const records = configuration.doctors
        .filter(({ isActiveMember }) => isActiveMember)
        .map((doctor) => doctorView(configuration, doctor))
      const { addressId } = query
      return {
        status: 200,
        body:
          addressId === undefined
            ? records
            : records.filter(({ addressIds }) => addressIds.includes(addressId)),
      }
    },
  })
}
