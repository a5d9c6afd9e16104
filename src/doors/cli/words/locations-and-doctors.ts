import {
  doctorList,
  locationList,
} from '../../../clinic/catalogue/operations/locations-and-doctors.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

export const locationAndDoctorCommands = [
  command(locationList, {
    formatResult: (locations) => ({
      columns: ['id', 'name', 'fullAddress', 'timezone', 'currency', 'rooms'],
      rows: locations.map((location) => ({
        ...location,
        rooms: location.rooms.map(({ id, name }) => `${name} (${id})`).join(', '),
      })),
    }),
  }),
  command(doctorList, {
    formatResult: (doctors) => ({
      columns: ['id', 'name', 'specialization', 'system', 'locations', 'active', 'fileName'],
      rows: doctors.map((doctor) => ({
        ...doctor,
        system: doctor.appointmentSystemType,
        locations: doctor.addressIds.join(', '),
      })),
    }),
    members: { addressId: { ...idMember('a location', 'clinic location list'), name: 'location' } },
  }),
]
