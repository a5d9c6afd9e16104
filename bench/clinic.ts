// The benchmark's clinic: an ordinary one, with additional practitioners and shifts that have room
// for as many bookings as a run makes.

import { findWorkspaceId } from '../src/base/operations/workspace-name.ts'
import { weekdays } from '../src/base/values/calendar-date.ts'
import { keyCreate } from '../src/clinic/workspaces/operations/keys.ts'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { packsGrant } from '../src/money/packs/operations/packs.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import type { BookableThings } from './plain-booking.ts'
import type { BenchProcesses } from './processes.ts'
import { type BenchShifts, tokensPerDate } from './tokens.ts'
import { benchPhone } from './verified-phone.ts'

/** How many practitioners work ordinary hours, for the schedule of a whole day. */
export const ordinaryDoctors = 20

export interface Clinic extends BookableThings, BenchShifts {
  key: string
  /** A key that books for patients, whom the rules for patients bind. */
  patientKey: string
  /** Packs of a thousand sessions and the patients who own them, three packs for each. */
  packs: readonly { patientId: number; patientPackageId: number }[]
  ordinaryDoctorId: number
  /**
   * The id of the first of that many doctors whose price does not depend on where a patient is
   * from.
   */
  firstOnePriceDoctorId: number
  /** Twenty doctors like the ordinary one. */
  scheduledDoctorIds: readonly number[]
}

/**
 * A clinic with an ordinary doctor, two hundred nurses, and forty practitioners who sell
 * five-minute visits around the clock.
 */
export async function prepareClinic({ engine, inDatabase }: BenchProcesses): Promise<Clinic> {
  const application = await openApplication({ connection: engine.connection, mode: 'sandbox' })
  const file = createSunriseFile()
  const busyPractitioner = structuredClone(file.practitioners['asha-rao'])
  if (!busyPractitioner?.at.jaipur) throw new Error('the test clinic has no practitioner')
  busyPractitioner.at.jaipur.slotMinutes = 5
  busyPractitioner.at.jaipur.hours = [
    {
      days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      from: '00:00',
      to: '24:00',
      modes: ['OFFLINE'],
    },
  ]
  busyPractitioner.at.jaipur.exceptions = []
  // They leave room for every measured booking, so that both keys list the same times.
  file.workspace.patientRules = {
    noticeMinutes: 60,
    horizonDays: 1_825,
    perDay: 1_000,
    perWeek: 5_000,
    modes: { ONLINE: { perDay: 1_000 } },
    upcomingVisits: 100,
  }
  file.sessionPacks = {
    thousand: {
      displayName: 'A thousand visits',
      sessions: 1000,
      validityDays: 3650,
      currency: 'INR',
      price: 100_000,
    },
  }
  for (let number = 0; number < ordinaryDoctors; number += 1)
    file.practitioners[`ordinary-${number}`] = structuredClone(
      file.practitioners['asha-rao'] ?? busyPractitioner,
    )
  const doctors = 40
  const shifts = 40
  for (let number = 0; number < doctors; number += 1)
    file.practitioners[`busy-${number}`] = structuredClone(busyPractitioner)
  const onePricePractitioner = structuredClone(busyPractitioner)
  Object.assign(onePricePractitioner.at.jaipur ?? {}, {
    fees: busyPractitioner.at.jaipur.fees?.filter(({ international }) => !international),
  })
  for (let number = 0; number < doctors; number += 1)
    file.practitioners[`one-price-${number}`] = structuredClone(onePricePractitioner)
  const queuePractitioner = structuredClone(file.practitioners['meera-shah'])
  if (!queuePractitioner?.at.jaipur) throw new Error('the test clinic has no queue')
  queuePractitioner.at.jaipur.shifts = {
    day: { days: [...weekdays], from: '00:00', to: '24:00', maxAppointments: tokensPerDate },
  }
  for (let number = 0; number < shifts; number += 1)
    file.practitioners[`queue-${number}`] = structuredClone(queuePractitioner)
  for (let number = 0; number < 200; number += 1)
    Object.assign(file.staff ?? {}, {
      [`nurse-${number}`]: { name: `Nurse ${number}`, roles: ['reception'], at: ['jaipur'] },
    })
  const context = { ...application, actor: { kind: 'service' } as const, progress: undefined }
  const { workspace, ids } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify(file),
  })
  const { id: keyId, key } = await runForOperator(keyCreate, context, {
    name: 'bench',
    allow: ['127.0.0.1'],
  })
  const { key: patientKey } = await runForOperator(keyCreate, context, {
    name: 'bench for patients',
    allow: ['127.0.0.1'],
    booksForPatients: true,
  })
  const workspaceId = await findWorkspaceId(application.database, workspace)
  const { version } = await application.configurations.of(workspaceId)
  const [patientId = 0, ...ownerIds] = await inDatabase('clinic', async (client) => {
    const { rows } = await client.query(
      `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
       select $1, 'BENCH' || n, 'Bench', 'bench', '+91', phone, '+91' || phone, now(), now()
       from generate_series(0, 8) n, lateral (select ($2::bigint + n)::text as phone) p
       returning id`,
      [workspaceId, benchPhone],
    )
    return rows.map(({ id }) => Number(id))
  })
  const ordinaryDoctorId = ids.practitioner?.['asha-rao'] ?? 0
  // An external calendar that takes an hour of each day.
  await inDatabase('clinic', (client) =>
    client.query(
      `with calendar as (insert into calendars (workspace_id, doctor_id, name, succeeded_at) values ($1, $2, 'elsewhere', now()) returning id)
       insert into calendar_busy_times (workspace_id, doctor_id, from_at, calendar_id, to_at)
       select $1, $2, timestamptz '2027-01-01 05:00+00' + n * interval '1 day', id, timestamptz '2027-01-01 06:00+00' + n * interval '1 day'
       from calendar, generate_series(0, 365) n`,
      [workspaceId, ordinaryDoctorId],
    ),
  )
  const packs: { patientId: number; patientPackageId: number }[] = []
  for (const patient of [...ownerIds, ...ownerIds, ...ownerIds]) {
    const { id } = await runForOperator(packsGrant, context, {
      workspace,
      patientId: patient,
      pack: 'thousand',
    })
    packs.push({ patientId: patient, patientPackageId: id })
  }
  await application.close()
  return {
    patientKey,
    workspaceId,
    patientId,
    packs,
    configurationVersion: version,
    firstDoctorId: ids.practitioner?.['busy-0'] ?? 0,
    firstOnePriceDoctorId: ids.practitioner?.['one-price-0'] ?? 0,
    doctors,
    ...findConsecutiveShifts(ids, shifts),
    ordinaryDoctorId,
    scheduledDoctorIds: Array.from(
      { length: ordinaryDoctors },
      (_, number) => ids.practitioner?.[`ordinary-${number}`] ?? 0,
    ),
    addressId: ids.location?.jaipur ?? 0,
    keyId,
    key,
  }
}

/** Checks that the ids of shifts and practitioners are consecutive. */
function findConsecutiveShifts(
  ids: Record<string, Record<string, number>>,
  shifts: number,
): BenchShifts {
  const pairs = Array.from({ length: shifts }, (_, number): [number, number] => [
    ids.shift?.[`queue-${number}/jaipur/day`] ?? 0,
    ids.practitioner?.[`queue-${number}`] ?? 0,
  ])
  const [first = [0, 0]] = pairs.toSorted(([a], [b]) => a - b)
  const areConsecutive = pairs.every(([shift, doctor]) => shift - first[0] === doctor - first[1])
  if (!areConsecutive)
    throw new Error('the ids of shifts are not in the order of their practitioners')
  return { firstShiftId: first[0], firstQueueDoctorId: first[1], shifts }
}
