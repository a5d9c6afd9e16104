// Visits that still have to be moved or cancelled, because a practitioner is ill or a room is
// closed (DAY-12).

import { id, list, nullable, object, optional, timestamp } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { addYears } from '../../../base/values/calendar-date.ts'
import { clinicDay, dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { horizonYears } from '../../../base/values/horizon.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { blocksWithin, visitsWithin } from '../../occupancy/block-queries.ts'
import { nextTimeFinder } from '../next-times.ts'
import { problem } from '../problems.ts'
import { listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'
import { blockScope } from './blocks.ts'

const visitsMax = 500

export const visitDisplaced = workspaceOperation({
  name: 'visit-displaced',
  right: 'visits:read',
  about: 'doctors',
  summary:
    'List visits that fall in a blocked time of a location, each with the next free time it could move to. Empty once none are left.',
  input: object({
    addressId: id('The location.'),
    doctorIds: optional(
      list(id('A practitioner.', 3), 'Only visits to these practitioners.', { maxItems: 100 }),
    ),
  }),
  output: list(
    object({
      ...listedVisitMembers,
      blockIds: list(id('A block.', 7), 'The blocks it falls in, by start.'),
      next: nullable(
        timestamp(
          'The next free time of the same practitioner, location, mode and length within 31 days.',
        ),
      ),
    }),
    `Visits by start, at most ${visitsMax}.`,
  ),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { addressId, doctorIds },
  ) {
    const configuration = await configurations.of(workspaceId)
    const location = configuration.locations.find(({ id }) => id === addressId)
    if (!location) throw problem('ADDRESS_NOT_FOUND')
    const now = clock.now()
    const horizonEnd = clinicDay(
      location.timezone,
      addYears(dateAt(location.timezone, now), horizonYears),
    ).to
    const scope = blockScope(configuration, location, doctorIds)
    const blocks = await database.rows(blocksWithin, {
      workspaceId,
      ...scope,
      from: now,
      to: horizonEnd,
      limit: visitsMax,
    })
    const blocksOf = new Map<number, number[]>()
    for (const { id: blockId, doctorId, locationId, roomId, from, to } of blocks) {
      // A practitioner who is blocked everywhere also has visits at other locations, which would
      // otherwise be overlooked.
      for (const { id } of await database.rows(visitsWithin, {
        workspaceId,
        doctorId,
        locationId,
        roomId,
        from,
        to,
        now,
        limit: visitsMax,
      }))
        blocksOf.set(id, [...(blocksOf.get(id) ?? []), blockId])
    }
    const visits = (
      await database.rows(listedVisits, { workspaceId, ids: [...blocksOf.keys()], now })
    ).slice(0, visitsMax)
    await recordAccess(database, workspaceId, actor, {
      action: 'READ',
      patientIds: [...new Set(visits.map(({ patientId }) => patientId))],
      now,
    })
    const nextTime = nextTimeFinder(database, configuration, now)
    const listed = []
    for (const visit of visits) {
      const next = await nextTime(visit)
      listed.push({
        ...listedVisitView(visit),
        blockIds: blocksOf.get(visit.id) ?? [],
        next: next && isoAt(visit.timezone, next.from),
      })
    }
    return listed
  },
})
