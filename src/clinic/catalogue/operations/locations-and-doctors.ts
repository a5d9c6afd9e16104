// The locations and practitioners of a clinic: the ids that are needed to request a day or to book.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { modes } from '../../../base/values/modes.ts'
import {
  type Configuration,
  type Configured,
  type Doctor,
  practicesByDoctor,
} from '../configuration.ts'
import { listDeskPaymentMethods } from '../desk-methods.ts'
import { doctorSchema, doctorView } from '../doctors.ts'
import { isModeOfType } from '../modes-on-offer.ts'
import { roomsInUse } from '../name-queries.ts'
import { findName, loadIds } from '../named-things.ts'
import { addressSchema, addressView } from '../views.ts'
import { practicesUnderTypes, tierOfType } from '../visit-types.ts'

export const locationList = workspaceOperation({
  name: 'location-list',
  right: 'visits:read',
  about: 'no record',
  summary: 'List the locations of the clinic.',
  input: object({}),
  output: list(
    object({
      ...addressSchema.properties,
      name: text('Its name in the clinic file.', 'jaipur'),
      paymentMethods: list(text('A method.', 'CASH'), 'How patients pay at its desk.'),
      rooms: list(
        object({ id: id('The room.', 4), name: text('Its name in the clinic file.', 'room-1') }),
        'Its rooms, by name.',
      ),
    }),
    'Locations by id.',
  ),
  async run({ database, configurations, workspaceId }: InWorkspace<Configured>) {
    const configuration = await configurations.of(workspaceId)
    const ids = await loadIds(database, workspaceId, 'location')
    const rooms = await database.rows(roomsInUse, { workspaceId })
    return configuration.locations.map((location) => ({
      ...addressView(location),
      name: findName(ids, location.id),
      paymentMethods: listDeskPaymentMethods(configuration, location),
      rooms: rooms
        .filter(({ locationId }) => locationId === location.id)
        .map(({ id, name }) => ({ id, name })),
    }))
  },
})

const practice = object({
  addressId: id('The location.'),
  durationMins: integer('The usual length of a visit, in minutes.', 15),
  modes: list(choice(modes, 'A mode that has a fee here.'), 'Modes that have a fee here.'),
  durationTiers: list(
    object({
      id: id('The duration tier.', 2),
      durationMins: integer('Length of its visits, in minutes.', 30),
    }),
    'Other lengths that can be booked.',
  ),
  visitTypes: list(
    object({
      id: id('The visit type.', 2),
      name: text('The name that patients choose by.', 'First visit'),
      durationMins: integer('Length of its visits, in minutes.', 30),
      durationTierId: nullable(id('The duration tier that it is.', 2)),
      modes: list(choice(modes, 'A mode.'), 'How it can take place.'),
      takesRoom: flag('Whether its visits at the clinic take one of its rooms.', false),
    }),
    'The visit types on offer, in the order of the clinic.',
  ),
})

export const doctorList = workspaceOperation({
  name: 'doctor-list',
  right: 'visits:read',
  about: 'no record',
  summary: 'List the practitioners of the clinic and where they work.',
  input: object({ addressId: optional(id('Only practitioners of this location.')) }),
  output: list(
    object({
      ...doctorSchema.properties,
      fileName: nullable(text('The name in the clinic file.', 'asha-rao')),
      active: flag('Whether this is an active member of the staff, who can be booked.'),
      practices: list(practice, 'What is sold at each location.'),
    }),
    'Practitioners by id.',
  ),
  async run({ database, configurations, workspaceId }: InWorkspace<Configured>, { addressId }) {
    const configuration = await configurations.of(workspaceId)
    const names = new Map(
      Object.entries(await loadIds(database, workspaceId, 'practitioner')).map(([name, id]) => [
        id,
        name,
      ]),
    )
    const doctors = configuration.doctors.map((doctor) => ({
      ...doctorView(configuration, doctor),
      fileName: names.get(doctor.id) ?? null,
      active: doctor.isActiveMember,
      practices: practiceViews(configuration, doctor),
    }))
    return doctors.filter(
      ({ addressIds }) => addressId === undefined || addressIds.includes(addressId),
    )
  },
})

function practiceViews(configuration: Configuration, { id: doctorId }: Doctor) {
  return (practicesByDoctor(configuration).get(doctorId) ?? []).map((practice) => {
    const { location, slotMins, fees, tiers } = practice
    return {
      addressId: location.id,
      durationMins: slotMins,
      modes: modes.filter((mode) => fees.some((fee) => fee.mode === mode)),
      durationTiers: tiers.map(({ id, durationMins }) => ({ id, durationMins })),
      visitTypes: practicesUnderTypes(configuration, practice).flatMap((typed) =>
        typed.visitType
          ? {
              id: typed.visitType.id,
              name: typed.visitType.displayName,
              durationMins: typed.slotMins,
              durationTierId: tierOfType(typed)?.id ?? null,
              modes: modes.filter((mode) => isModeOfType(typed, mode)),
              takesRoom: typed.typeRoomIds.length > 0,
            }
          : [],
      ),
    }
  })
}

export const locationAndDoctorOperations = [locationList, doctorList]
