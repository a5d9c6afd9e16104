import { LRUCache } from 'lru-cache'
import { cacheJsonText, withCachedText } from '../../base/contract/cached-json-text.ts'
import {
  calendarDate,
  choice,
  clockTime,
  list,
  namedObject,
  optional,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { modes } from '../../base/values/modes.ts'
import type { TakenKind } from './free-slots.ts'
import type { GridSlot } from './slot-grid.ts'

export const slotSchema = cacheJsonText(
  namedObject('Slot', {
    appointmentDate: calendarDate("The slot's date in the clinic's zone."),
    fromDateTimeTs: clockTime('Start on the clinic clock, HH:MM.', '09:00'),
    toDateTimeTs: clockTime('End on the clinic clock, HH:MM.', '09:15'),
    fromDateTimeIso: timestamp('Start with the clinic offset; send it back verbatim to book.'),
    toDateTimeIso: timestamp(
      'End with the clinic offset; send it back verbatim to book.',
      '2026-12-01T09:15:00+05:30',
    ),
    appointmentTimezone: zone("The clinic's zone."),
    patientFromDateTimeIso: optional(
      timestamp("Start in the viewer's zone; for display only.", '2026-12-01T07:30:00+04:00'),
    ),
    patientToDateTimeIso: optional(
      timestamp("End in the viewer's zone; for display only.", '2026-12-01T07:45:00+04:00'),
    ),
    patientTimezone: optional(zone("The viewer's zone.", 'Asia/Dubai')),
    modes: list(
      choice(modes, 'A mode this slot can be booked in.'),
      'Every mode this slot can be booked in.',
    ),
  }),
)

export const unavailableSlotSchema = namedObject('UnavailableSlot', {
  appointmentDate: calendarDate("The slot's date in the clinic's zone."),
  fromDateTimeIso: timestamp('Start with the clinic offset.', '2026-12-01T09:15:00+05:30'),
  toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T09:30:00+05:30'),
  status: choice(
    ['BOOKED', 'BLOCKED'],
    'BOOKED: held by an appointment of this service, or for a patient to whom it is offered. BLOCKED: by the clinic, busy in an external calendar, or on the way to a visit at home. Never says whose.',
  ),
})

type SlotView = ReturnType<typeof makeSlotView>
interface ViewContext {
  date: CalendarDate
  clinicZone: string
  /** The timezone of the viewer. */
  viewer: string
}
type CachedSlot = GridSlot & { shown?: SlotView | undefined }

// A view with its text has some 800 bytes, and many listed days are never requested again.
const shownSlotsMax = 60_000
// The key is a grid's last slot, which is also the last slot of the rest of today.
const gridCache = new LRUCache<GridSlot, readonly CachedSlot[]>({
  maxSize: shownSlotsMax,
  sizeCalculation: ({ length }) => length,
  dispose(grid) {
    // Assigned only if there is one: any assignment would allocate space for it.
    for (const slot of grid) if (slot.shown) slot.shown = undefined
  },
})

/** Slots in the API's form, from the grid of this date and timezone. */
export function slotViews(
  grid: readonly GridSlot[],
  slots: readonly GridSlot[],
  context: ViewContext,
): SlotView[] {
  const last = grid.at(-1)
  if (last && gridCache.get(last)) return slots.map((slot) => slotView(slot, context))
  // Views are not cached the first time. When many workspaces take turns, no grid is listed again
  // before it is evicted, and views cached in vain double the garbage-collection cost of a list.
  if (last) gridCache.set(last, grid)
  return slots.map((slot) => makeSlotView(slot, context))
}

function slotView(slot: CachedSlot, context: ViewContext): SlotView {
  // Grids are cached (bookable.ts), and most viewers of a slot share a timezone: formatting the
  // times again took a tenth of a slot list's time. Views are stored with the slot, since a WeakMap
  // of all slots costs more than it saves.
  slot.shown =
    slot.shown?.patientTimezone === context.viewer
      ? slot.shown
      : withCachedText(makeSlotView(slot, context))
  return slot.shown
}

/**
 * The view of a slot, without the patient* fields if the times cannot be rendered for the viewer
 * (SLOT-22).
 */
function makeSlotView(slot: GridSlot, { date, clinicZone, viewer }: ViewContext) {
  const fromDateTimeIso = isoAt(clinicZone, slot.from)
  const toDateTimeIso = isoAt(clinicZone, slot.to)
  return {
    appointmentDate: date,
    fromDateTimeTs: clockText(fromDateTimeIso),
    toDateTimeTs: clockText(toDateTimeIso),
    fromDateTimeIso,
    toDateTimeIso,
    appointmentTimezone: clinicZone,
    ...(viewer === clinicZone
      ? {
          patientFromDateTimeIso: fromDateTimeIso,
          patientToDateTimeIso: toDateTimeIso,
          patientTimezone: viewer,
        }
      : patientTimes(slot, viewer)),
    modes: slot.modes,
  }
}

/** The wall-clock time in a timestamp: 09:00 for 2026-12-01T09:00:00+05:30. */
const clockText = (iso: string) => iso.slice(11, 16)

function patientTimes({ from, to }: Interval, viewer: string) {
  try {
    return {
      patientFromDateTimeIso: isoAt(viewer, from),
      patientToDateTimeIso: isoAt(viewer, to),
      patientTimezone: viewer,
    }
  } catch {
    return {}
  }
}

export function unavailableSlotView(
  { slot: { from, to }, kind }: { slot: Interval; kind: TakenKind },
  date: CalendarDate,
  clinicZone: string,
) {
  const status: 'BOOKED' | 'BLOCKED' = kind === 'BOOKED' || kind === 'HELD' ? 'BOOKED' : 'BLOCKED'
  return {
    appointmentDate: date,
    fromDateTimeIso: isoAt(clinicZone, from),
    toDateTimeIso: isoAt(clinicZone, to),
    status,
  }
}
