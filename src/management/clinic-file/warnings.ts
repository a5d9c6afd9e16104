// Parts of a file that cannot work. The file is imported all the same, since the rest of it works.

import { channels } from '../../base/messages/channels.ts'
import { nightEndMax, parseClock } from '../../base/values/clinic-time.ts'
import type { Mode } from '../../base/values/modes.ts'
import { canCarry, noticeKinds } from '../../clinic/notices/notice-settings.ts'
import { languagesWithoutText } from '../../clinic/notices/notice-text.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { sharesDay } from './sections/shifts.ts'

const warningsShownMax = 100

type Practice = ClinicFile['practitioners'][string]['at'][string]

/** The warnings, by path; one sentence each. */
export function listWarnings({ workspace, locations, practitioners }: ClinicFile): string[] {
  const warnings = Object.entries(practitioners).flatMap(
    ([
      name,
      { membership, system, videoLink, ownVideo = videoLink !== undefined, closed = [], at },
    ]) => {
      const path = `practitioners.${name}`
      if (membership === 'inactive') return []
      const hasVideo =
        workspace.video !== undefined || workspace.videoLink !== undefined || ownVideo
      if (system === 'QMS') return queueWarnings(path, at, hasVideo)
      return Object.entries(at).flatMap(([location, practice]) => [
        ...practiceWarnings(`${path}.at.${location}`, practice, hasVideo),
        ...openOnClosedDays(`${path}.at.${location}`, practice, [
          ...(workspace.closed ?? []),
          ...(locations[location]?.closed ?? []),
          ...closed,
        ]),
      ])
    },
  )
  warnings.unshift(
    ...noticeWarnings(workspace),
    ...slugWarnings(practitioners),
    ...letterWarnings(practitioners),
  )
  const hiddenCount = warnings.length - warningsShownMax
  return hiddenCount > 0
    ? [...warnings.slice(0, warningsShownMax), `and ${hiddenCount} more of the kind`]
    : warnings
}

function noticeWarnings({ notices, messages }: ClinicFile['workspace']): string[] {
  const kinds = noticeKinds.filter((kind) => notices?.[kind])
  if (!notices || kinds.length === 0) return []
  const sendingChannels = channels.some((channel) =>
    kinds.some((kind) => canCarry(channel, kind, messages, notices)),
  )
  return [
    ...(sendingChannels
      ? []
      : [
          'workspace.notices: production has no way to send them: `messages` names neither e-mail nor chat with templates',
        ]),
    ...languagesWithoutText(notices).map(
      ({ kind, language }) =>
        `workspace.notices.texts: has no ${kind} in ${language}, so the English one is sent`,
    ),
  ]
}

/**
 * Each page belongs to one practitioner: if two share a slug, or one's slug is another's name, one
 * of them can only be found by their name in the file.
 */
function slugWarnings(practitioners: ClinicFile['practitioners']): string[] {
  const isTaken = new Set(Object.keys(practitioners))
  return Object.entries(practitioners).flatMap(([name, { membership, profile }]) => {
    const slug = profile?.details?.slug
    if (membership === 'inactive' || slug === undefined || slug === name) return []
    if (isTaken.has(slug))
      return [
        `practitioners.${name}.profile.details.slug: ${slug} leads to another practitioner, so one of them has its page under its name here`,
      ]
    isTaken.add(slug)
    return []
  })
}

/** Two queues at a location with the same letter issue the same tokens. */
function letterWarnings(practitioners: ClinicFile['practitioners']): string[] {
  const lettered = Object.entries(practitioners).flatMap(([name, { membership, at }]) =>
    membership === 'inactive'
      ? []
      : Object.entries(at).flatMap(([location, { shifts = {} }]) =>
          Object.entries(shifts).flatMap(([shiftName, shift]) =>
            shift.letter === undefined
              ? []
              : {
                  path: `practitioners.${name}.at.${location}.shifts.${shiftName}`,
                  location,
                  shift,
                },
          ),
        ),
  )
  return lettered.flatMap(({ path, location, shift }, index) => {
    const other = lettered
      .slice(0, index)
      .find(
        (one) =>
          one.location === location &&
          one.shift.letter === shift.letter &&
          sharesDay(one.shift, shift),
      )
    return other
      ? [
          `${path}.letter: is ${shift.letter}, as that of ${other.path}: both give out ${shift.letter}-1 on one day`,
        ]
      : []
  })
}

function queueWarnings(path: string, at: Record<string, Practice>, hasVideo: boolean): string[] {
  const shifts = Object.entries(at).map(([location, practice]) => ({
    location,
    modes: Object.values(practice.shifts ?? {}).map(({ mode }) => mode),
  }))
  if (shifts.every(({ modes }) => modes.length === 0))
    return [`${path}: runs a queue without shifts, so no tokens can be booked`]
  return hasVideo
    ? []
    : shifts
        .filter(({ modes }) => modes.includes('ONLINE'))
        .map(({ location }) => withoutVideoWarning(`${path}.at.${location}`, 'shifts'))
}

function withoutVideoWarning(path: string, times: 'hours' | 'shifts'): string {
  return `${path}: has ONLINE ${times} without video, so they are not offered: set workspace.video, or videoLink of the practitioner`
}

function practiceWarnings(path: string, practice: Practice, hasVideo: boolean): string[] {
  const { slotMinutes, tiers = {}, fees = [], hours = [], exceptions = [] } = practice
  const windows = [
    ...hours.map((window, index) => ({ ...window, path: `${path}.hours.${index}` })),
    ...exceptions.flatMap(({ hours: dateWindows }, index) =>
      dateWindows.map((window, position) => ({
        ...window,
        path: `${path}.exceptions.${index}.hours.${position}`,
      })),
    ),
  ]
  const worked = new Set<Mode>(windows.flatMap(({ modes }) => modes))
  const priced = new Set(
    fees.flatMap(({ mode, international = false }) => (international ? [] : [mode])),
  )
  // A walk-in without its own fee costs as much as an in-clinic visit (A-093).
  const unpriced = [...worked].filter(
    (mode) => !priced.has(mode) && !(mode === 'WALK_IN' && priced.has('OFFLINE')),
  )
  const shortest = Math.min(slotMinutes, ...Object.values(tiers).map(({ minutes }) => minutes))
  return [
    ...(worked.has('ONLINE') && !hasVideo ? [withoutVideoWarning(path, 'hours')] : []),
    ...windows.flatMap(({ from, to, path: windowPath }) => {
      const begin = parseClock(from) ?? 0
      const end = parseClock(to, nightEndMax) ?? 0
      // A visit must be within one date.
      const minutes = Math.max(Math.min(end, 1440) - begin, end - 1440)
      return minutes < shortest
        ? [`${windowPath}: no visit of ${shortest} minutes fits between ${from} and ${to}`]
        : []
    }),
    ...unpriced.map(
      (mode) =>
        `${path}: has no fee for ${mode}, so no price of a single visit is shown, and pages in browsers can book it only with a pack`,
    ),
  ]
}

/**
 * A date's own hours apply even if the date is closed; the author may have overlooked one of the
 * two.
 */
function openOnClosedDays(
  path: string,
  { exceptions = [] }: Practice,
  closings: NonNullable<ClinicFile['workspace']['closed']>,
): string[] {
  return exceptions.flatMap(({ date, hours }, index) => {
    const closing =
      hours.length > 0 && closings.find(({ from, to = from }) => from <= date && date <= to)
    return closing
      ? [
          `${path}.exceptions.${index}: is open on ${date}, a closing day${closing.reason === undefined ? '' : ` (${closing.reason})`}`,
        ]
      : []
  })
}
