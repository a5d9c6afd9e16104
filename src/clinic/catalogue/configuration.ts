// Everything a clinic has configured, as one immutable value: the catalogue shows it, slots are
// computed from it, and bookings are checked against it. Each process caches it by workspace; the
// database notifies all of them when it changes.

import { LRUCache } from 'lru-cache'
import type { Feature } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type MaybePromise, whenAvailable } from '../../base/values/maybe-promise.ts'
import { isAtHome, type Mode } from '../../base/values/modes.ts'
import { mergePatientRules, type PatientRules } from '../../base/values/patient-rules.ts'
import { memoize } from '../../base/values/remembering.ts'
import {
  type InstallationVideo,
  practitionerVideo,
  type VideoSource,
  workspaceVideo,
} from '../../base/values/video-link.ts'
import { type ConfigurationRows, configurationRows, shape } from './configuration-rows.ts'
import { defaultWorkspacesCached } from './defaults.ts'
import type { Hours } from './hours.ts'
import {
  configurationVersion,
  type consultationFees,
  type doctorLocations,
  type durationTiers,
  fullConfiguration,
  type locationRows,
  type practitionerRows,
  type profileRows,
  type sessionPackRows,
  type visitTypeRows,
  type workShiftRows,
  type workspaceRow,
} from './queries.ts'

/** The columns of a row whose doctor and location are known. */
type WithoutPractice<Row> = Omit<Row, 'doctorId' | 'locationId'>

export interface Fee extends WithoutPractice<RowOf<typeof consultationFees.returns>> {
  currency: string
}

export type DurationTier = WithoutPractice<RowOf<typeof durationTiers.returns>>

/** A queue shift; it recurs, and one day's queue is the shift and a date. */
export type WorkShift = WithoutPractice<RowOf<typeof workShiftRows.returns>>

/** A session pack on sale. */
export type SessionPack = RowOf<typeof sessionPackRows.returns>

/** A kind of visit that patients choose by name. */
export type VisitType = RowOf<typeof visitTypeRows.returns>

export type PublicProfile = Omit<RowOf<typeof profileRows.returns>, 'userId' | 'published'>

export interface Location extends RowOf<typeof locationRows.returns> {
  roomIds: ReadonlySet<number>
}

export interface Doctor
  extends Omit<RowOf<typeof practitionerRows.returns>, 'status' | 'hasOwnVideo' | 'videoLink'> {
  isActiveMember: boolean
  /** True only if a link can be created (VIDEO-02). */
  canHostOnline: boolean
  /** Where online visits take place; null: nowhere. */
  video: VideoSource | null
  /** The published profile of an active member; otherwise null, which is normal. */
  profile: PublicProfile | null
}

/** A doctor at a location: what can be booked there, when, and at what price. */
export interface Practice
  extends Omit<WithoutPractice<RowOf<typeof doctorLocations.returns>>, 'patientRules'>,
    Hours {
  doctor: Doctor
  location: Location
  fees: readonly Fee[]
  tiers: readonly DurationTier[]
  /** The rules for patients, of all levels; undefined if there are none. */
  patientRules: PatientRules | undefined
  /** The shifts of a practitioner with a queue, ordered by start. */
  shifts: readonly WorkShift[]
  /** The type under which it is booked; see `visit-types.ts`. */
  visitType: VisitType | null
  /** The rooms of that type at the location, of which each of its visits there takes one. */
  typeRoomIds: readonly number[]
}

/**
 * The milliseconds that are kept free before and after a visit of a mode: 0 unless it is at home.
 */
export const practiceTravelMs = (practice: Pick<Practice, 'travelMins'>, mode: Mode): number =>
  practiceTravelMins(practice, mode) * 60_000

/** The minutes that are kept free before and after a visit of a mode: 0 unless it is at home. */
export const practiceTravelMins = (
  { travelMins }: Pick<Practice, 'travelMins'>,
  mode: Mode,
): number => (isAtHome(mode) ? travelMins : 0)

export interface Configuration
  extends Omit<RowOf<typeof workspaceRow.returns>, 'video' | 'videoLink' | 'entitlements'> {
  workspaceId: number
  onlineBookingEnabled: boolean
  entitlements: ReadonlySet<string>
  /** Ids of all active staff, practitioners or not. */
  activeMemberIds: ReadonlySet<number>
  workspaceProfile: Pick<PublicProfile, 'profileId' | 'name'> | null
  locations: readonly Location[]
  /** Only practices of active locations and mappings, ordered by id. */
  practices: readonly Practice[]
  /** Every doctor who is an active member or still has a practice. */
  doctors: readonly Doctor[]
  /** The session packs on sale, ordered by id. */
  sessionPacks: readonly SessionPack[]
  /** The visit types on offer, in the clinic's order. */
  visitTypes: readonly VisitType[]
}

/** The practices by doctor, and by location: a large clinic has tens of thousands. */
export const practicesByDoctor = memoize(({ practices }: Pick<Configuration, 'practices'>) =>
  Map.groupBy(practices, ({ doctor }) => doctor.id),
)
export const practicesByLocation = memoize(({ practices }: Pick<Configuration, 'practices'>) =>
  Map.groupBy(practices, ({ location }) => location.id),
)

/** The practice of a doctor at a location, if there is one. */
export function findPractice(
  configuration: Configuration,
  doctorId: number,
  addressId: number,
): Practice | undefined {
  return practicesByDoctor(configuration)
    .get(doctorId)
    ?.find(({ location }) => location.id === addressId)
}

export interface Configurations {
  /** Synchronous if it is cached. */
  of(workspaceId: number): MaybePromise<Configuration>
  /**
   * The configuration as seen by a transaction that may have changed it: read from the tables, not
   * cached.
   */
  within(queries: Queries, workspaceId: number): Promise<Configuration>
  isEntitled(workspaceId: number, feature: Feature): MaybePromise<boolean>
  isActiveMember(workspaceId: number, userId: number): MaybePromise<boolean>
  isCached(workspaceId: number): boolean
  /**
   * The current shape of snapshots that are read together with something else, and the function
   * that accepts them.
   */
  snapshots: Snapshots
  /** The workspace has changed. */
  forget(workspaceId: number): void
  /**
   * Any workspace may have changed without a notification, and after a failover the same version
   * may have other content.
   */
  forgetAll(): void
}

export interface Snapshots {
  shape: string
  /**
   * Called before the reading. Returns a function that caches the snapshot, unless anything has
   * changed since or the configuration is cached.
   */
  reading(): (workspaceId: number, snapshot: unknown) => void
}

/** Provides the configurations of workspaces. */
export interface Configured {
  configurations: Configurations
}

// A safety net behind LISTEN/NOTIFY: how old a configuration can get if a notification is lost.
const cachedMs = 10_000

interface CachedConfiguration {
  /** What requests await: the configuration is being read, being checked, or available. */
  configuration: MaybePromise<Configuration>
  /** The last known value before that; undefined during the first reading. */
  known: Configuration | undefined
  /** How long it is used unchecked. */
  until: number
}

/**
 * Configurations by workspace, read from the database if they are not cached. A configuration older
 * than ten seconds is used again once its version, a single row, is found unchanged: every change
 * of a configuration changes its version.
 */
export function createConfigurationCache(
  database: Queries,
  installation: InstallationVideo,
  {
    workspacesMax = defaultWorkspacesCached,
    now = () => performance.now(),
  }: { workspacesMax?: number | undefined; now?: () => number } = {},
): Configurations {
  const cache = new LRUCache<number, CachedConfiguration>({ max: workspacesMax })
  // While the workspace of a reading is unknown, a change of that workspace cannot mark the reading
  // as stale.
  let changes = 0

  async function readIfChanged(
    workspaceId: number,
    previous: Configuration | undefined,
  ): Promise<Configuration> {
    if (previous) {
      const [row] = await database.rows(configurationVersion, { workspaceId })
      if (row?.version === previous.version) return previous
    }
    return readConfiguration(database, installation, workspaceId)
  }

  const configurations: Configurations = {
    of(workspaceId) {
      const before = cache.get(workspaceId)
      if (before && before.until > now()) return before.configuration
      // The promise is cached immediately, so that concurrent requests share one reading; a
      // notification that arrives during the reading removes it again, so a stale value is never
      // kept.
      const reading = readIfChanged(workspaceId, before?.known)
      const cached: CachedConfiguration = {
        configuration: reading,
        known: before?.known,
        until: now() + cachedMs,
      }
      cache.set(workspaceId, cached)
      reading.then(
        (configuration) => {
          cached.configuration = configuration
          cached.known = configuration
        },
        () => {
          // The next request checks the known value again.
          cached.until = Number.NEGATIVE_INFINITY
          if (!cached.known && cache.peek(workspaceId) === cached) cache.delete(workspaceId)
        },
      )
      return reading
    },
    within: async (queries, workspaceId) =>
      buildConfiguration(
        await fullConfiguration.rows(queries, { workspaceId }),
        workspaceId,
        installation,
      ),
    isEntitled: (workspaceId, feature) =>
      whenAvailable(configurations.of(workspaceId), ({ entitlements }) =>
        entitlements.has(feature),
      ),
    isActiveMember: (workspaceId, userId) =>
      whenAvailable(configurations.of(workspaceId), ({ activeMemberIds }) =>
        activeMemberIds.has(userId),
      ),
    isCached: (workspaceId) => cache.has(workspaceId),
    snapshots: {
      shape,
      reading() {
        const changesBefore = changes
        const until = now() + cachedMs
        return (workspaceId, snapshot) => {
          if (changes !== changesBefore || cache.has(workspaceId)) return
          const configuration = buildConfiguration(
            snapshot as ConfigurationRows,
            workspaceId,
            installation,
          )
          cache.set(workspaceId, { configuration, known: configuration, until })
        }
      },
    },
    forget(workspaceId) {
      changes += 1
      cache.delete(workspaceId)
    },
    forgetAll() {
      changes += 1
      cache.clear()
    },
  }
  return configurations
}

async function readConfiguration(
  database: Queries,
  installation: InstallationVideo,
  workspaceId: number,
): Promise<Configuration> {
  return buildConfiguration(
    await configurationRows(database, workspaceId),
    workspaceId,
    installation,
  )
}

function buildConfiguration(
  read: ConfigurationRows,
  workspaceId: number,
  installation: InstallationVideo,
): Configuration {
  const { locations, practitioners, closings, profiles } = read
  const [workspace] = read.workspace
  if (!workspace) throw new Error('the workspace of a caller does not exist')
  const rooms = groupBy(read.rooms, ({ locationId }) => locationId)
  const fees = groupBy(read.fees, practiceKey)
  const tiers = groupBy(read.tiers, practiceKey)
  const shifts = groupBy(read.shifts, practiceKey)
  const hours = groupBy(read.hours, practiceKey)
  const exceptions = groupBy(read.exceptions, practiceKey)
  const closedEverywhere = closings.filter(
    ({ locationId, practitionerId }) => locationId === null && practitionerId === null,
  )
  const closedLocations = groupBy(closings, ({ locationId }) => locationId)
  const closedDoctors = groupBy(closings, ({ practitionerId }) => practitionerId)

  const { video, videoLink, entitlements, ...settings } = workspace
  const workspaceVideoSource = workspaceVideo(
    { video, videoLink, jitsi: settings.jitsi },
    installation,
  )
  const locationById = new Map(
    locations.map((row): [number, Location] => [
      row.id,
      { ...row, roomIds: new Set((rooms.get(row.id) ?? []).map(({ id }) => id)) },
    ]),
  )
  const doctorById = new Map(
    practitioners.map(({ status, hasOwnVideo, videoLink: ownLink, ...row }): [number, Doctor] => {
      const isActiveMember = status === 'active'
      const video = practitionerVideo(
        { hasOwnVideo, videoLink: ownLink },
        workspaceVideoSource,
        installation,
      )
      const profile = profiles.find(
        ({ userId, published }) => userId === row.id && published && isActiveMember,
      )
      return [
        row.id,
        {
          ...row,
          isActiveMember,
          // Someone who has left the clinic can do neither.
          allowOnline: isActiveMember && row.allowOnline,
          allowOffline: isActiveMember && row.allowOffline,
          canHostOnline: isActiveMember && video !== null,
          video,
          refundPolicy: row.refundPolicy ?? workspace.refundPolicy,
          profile: profile ? toPublicProfile(profile) : null,
        },
      ]
    }),
  )
  const practices = read.mappings.flatMap(
    ({ doctorId, locationId, patientRules, ...row }): Practice[] => {
      const doctor = doctorById.get(doctorId)
      const location = locationById.get(locationId)
      if (!doctor || !location) return []
      const key = practiceKey({ doctorId, locationId })
      const windows = hours.get(key) ?? []
      const windowsOfDates = groupBy(windows, ({ date }) => date)
      return [
        {
          ...row,
          doctor,
          location,
          patientRules: mergePatientRules(
            workspace.patientRules,
            doctor.patientRules,
            patientRules,
          ),
          fees: (fees.get(key) ?? []).map((fee) => ({
            ...fee,
            currency:
              (fee.isInternational ? location.internationalCurrency : null) ?? location.currency,
          })),
          tiers: tiers.get(key) ?? [],
          shifts: shifts.get(key) ?? [],
          visitType: null,
          typeRoomIds: [],
          weeklyHours: groupBy(windows, ({ weekday }) => weekday),
          closings: [
            ...closedEverywhere,
            ...(closedLocations.get(locationId) ?? []),
            ...(closedDoctors.get(doctorId) ?? []),
          ],
          exceptions: new Map(
            (exceptions.get(key) ?? []).map(({ date }) => [date, windowsOfDates.get(date) ?? []]),
          ),
        },
      ]
    },
  )
  const active = [...doctorById.values()].filter(({ isActiveMember }) => isActiveMember)
  const workspaceProfile = profiles.find(({ userId, published }) => userId === null && published)
  const practising = new Set(practices.map(({ doctor }) => doctor.id))
  return {
    ...settings,
    workspaceId,
    // For a clinic that has no practitioners yet, its own video counts.
    onlineBookingEnabled:
      active.length === 0
        ? workspaceVideoSource !== null
        : active.some(({ canHostOnline }) => canHostOnline),
    entitlements: new Set(entitlements),
    activeMemberIds: new Set(read.activeMembers.map(({ id }) => id)),
    workspaceProfile: workspaceProfile
      ? { profileId: workspaceProfile.profileId, name: workspaceProfile.name }
      : null,
    locations: [...locationById.values()],
    practices,
    sessionPacks: read.sessionPacks,
    visitTypes: read.visitTypes,
    doctors: [...doctorById.values()].filter(
      ({ id, isActiveMember }) => isActiveMember || practising.has(id),
    ),
  }
}

function practiceKey({ doctorId, locationId }: { doctorId: number; locationId: number }): string {
  return `${doctorId} ${locationId}`
}

function toPublicProfile({
  userId: _,
  published: __,
  ...profile
}: RowOf<typeof profileRows.returns>): PublicProfile {
  return profile
}

/** Rows by key, without those whose key is null. */
function groupBy<Row, Key>(
  rows: readonly Row[],
  getKey: (row: Row) => Key | null,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = getKey(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
