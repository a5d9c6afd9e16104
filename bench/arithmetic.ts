// Slot arithmetic alone: an ordinary day in the clinic's time zone and in the viewer's, formatted
// for the API.

import { DateTime } from 'luxon'
import { Temporal } from 'temporal-polyfill'
import { buildGrid } from '../src/visits/availability/slot-grid.ts'
import { slotViews } from '../src/visits/availability/slot-views.ts'

const clinicZone = 'Asia/Kolkata'
const viewerZone = 'Europe/Berlin'
const date = '2027-01-04'
const modes = ['OFFLINE' as const]

function measureOwn(): number {
  const slots = buildGrid(
    clinicZone,
    date,
    [{ fromMinute: 540, toMinute: 1020, modes }],
    { lengthMins: 15 },
    new Set(modes),
  )
  return slotViews(slots, slots, { date, clinicZone, viewer: viewerZone }).length
}

function measureLuxon(): number {
  const views: unknown[] = []
  const end = DateTime.fromISO(`${date}T17:00`, { zone: clinicZone })
  for (let from = DateTime.fromISO(`${date}T09:00`, { zone: clinicZone }); from < end; ) {
    const to = from.plus({ minutes: 15 })
    views.push([
      from.toFormat('HH:mm'),
      to.toFormat('HH:mm'),
      ...[from, to]
        .flatMap((at) => [at, at.setZone(viewerZone)])
        .map((at) => at.toISO({ suppressMilliseconds: true })),
    ])
    from = to
  }
  return views.length
}

function measureTemporal(): number {
  const views: unknown[] = []
  const end = Temporal.ZonedDateTime.from(`${date}T17:00[${clinicZone}]`)
  for (
    let from = Temporal.ZonedDateTime.from(`${date}T09:00[${clinicZone}]`);
    Temporal.ZonedDateTime.compare(from, end) < 0;
  ) {
    const to = from.add({ minutes: 15 })
    const clocks = [from, to].map((at) => at.toPlainTime().toString({ smallestUnit: 'minute' }))
    const instants = [from, to].flatMap((at) => [at, at.withTimeZone(viewerZone)])
    views.push([
      ...clocks,
      ...instants.map((at) => at.toString({ timeZoneName: 'never', smallestUnit: 'second' })),
    ])
    from = to
  }
  return views.length
}

/** CPU microseconds per slot. */
function microsecondsPerSlot(day: () => number, ms: number): number {
  for (let warmUp = 0; warmUp < 20; warmUp += 1) day()
  const before = process.cpuUsage()
  let slots = 0
  for (const until = performance.now() + ms; performance.now() < until; ) slots += day()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / slots
}

export function slotArithmetic(ms: number): { own: number; luxon: number; temporal: number } {
  return {
    own: microsecondsPerSlot(measureOwn, ms),
    luxon: microsecondsPerSlot(measureLuxon, ms),
    temporal: microsecondsPerSlot(measureTemporal, ms),
  }
}
