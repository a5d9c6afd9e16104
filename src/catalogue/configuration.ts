// Everything a clinic has configured, as one immutable value: what the catalogue shows, what slots are
// computed from, and what a booking is checked against. Each process remembers it by workspace; the
// database tells all of them when it changes.

import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Feature } from '../http/route.ts'
import type { MessageSettings } from '../ports/messages/message-settings.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { AppointmentSystem, Mode } from '../values/modes.ts'
import {
  activeMembers,
  consultationFees,
  doctorLocations,
  durationTiers,
  hourExceptions,
  locationRows,
  practitionerRows,
  profileRows,
  roomRows,
  workingHours,
  workspaceRow,
} from './queries.ts'

/** Wall-clock minutes of a clinic day, half-open, in which the doctor works in these modes. */
export interface WorkingWindow {
  fromMinute: number
  toMinute: number
  modes: readonly Mode[]
}

export interface Fee {
  mode: Mode
  isInternational: boolean
  amountMinor: number
  currency: string
}

export interface DurationTier {
  id: number
  durationMins: number
  amountMinor: number
  /** Null: the tier has no international price, the domestic one holds for everybody. */
  internationalAmountMinor: number | null
}

export interface PublicProfile {
  profileId: number
  name: string
  specialization: string | null
  qualification: string | null
  experience: number | null
  profileImageUrl: string | null
}

export interface Location {
  id: number
  fullAddress: string
  city: string
  state: string
  /** ISO2. */
  country: string
  timezone: string
  currency: string
  /** Null: no international price list. */
  internationalCurrency: string | null
  roomIds: ReadonlySet<number>
}

export interface Doctor {
  id: number
  displayName: string
  isActiveMember: boolean
  specialization: string
  appointmentSystem: AppointmentSystem
  allowOnline: boolean
  allowOffline: boolean
  allowCancellation: boolean
  allowRescheduling: boolean
  cancellationAllowedBeforeHours: number
  canHostOnline: boolean
  followUpValidDays: number
  /** The published profile of an active member; null otherwise, which is a normal state. */
  profile: PublicProfile | null
}

/** A doctor at a location: what is sold there, when, and for how much. */
export interface Practice {
  doctor: Doctor
  location: Location
  slotMins: number
  followUpFeeMinor: number
  fees: readonly Fee[]
  tiers: readonly DurationTier[]
  /** By ISO weekday, 1 to 7. */
  weeklyHours: ReadonlyMap<number, readonly WorkingWindow[]>
  /** Dates on which other hours hold; an empty list is a closed day. */
  exceptions: ReadonlyMap<CalendarDate, readonly WorkingWindow[]>
}

export interface Configuration {
  workspaceId: number
  /** Changes with every change of configuration; equality is all it knows. */
  version: number
  timezone: string
  onlineBookingEnabled: boolean
  paymentGateway: string | null
  paymentMethods: readonly string[]
  entitlements: ReadonlySet<string>
  /** Ids of all active staff, practitioners or not. */
  activeMemberIds: ReadonlySet<number>
  /** How messages are sent; null when the clinic file does not say. */
  messages: MessageSettings | null
  workspaceProfile: { profileId: number; name: string } | null
  locations: readonly Location[]
  /** In the order of their ids; only of active locations and mappings. */
  practices: readonly Practice[]
  /** Every doctor who is an active member or still has a practice. */
  doctors: readonly Doctor[]
}

/** The practice of a doctor at a location, if there is one. */
export function practiceOf(configuration: Configuration, doctorId: number, addressId: number): Practice | undefined {
  return configuration.practices.find(({ doctor, location }) => doctor.id === doctorId && location.id === addressId)
}

export interface Configurations {
  of(workspaceId: number): Promise<Configuration>
  isEntitled(workspaceId: number, feature: Feature): Promise<boolean>
  isActiveMember(workspaceId: number, userId: number): Promise<boolean>
  forget(workspaceId: number): void
  forgetAll(): void
}

const workspacesRememberedMax = 2_000
// The second line behind LISTEN/NOTIFY: how old a configuration can get when a notice is lost.
const rememberedMs = 10_000

/** Configurations by workspace, read from the database when they are not remembered. */
export function rememberedConfigurations(database: Database): Configurations {
  const remembered = new LRUCache<number, Promise<Configuration>>({ max: workspacesRememberedMax, ttl: rememberedMs })
  const configurations: Configurations = {
    async of(workspaceId) {
      const known = remembered.get(workspaceId)
      if (known) return known
      // The promise is remembered at once, so a crowd of requests reads once; a notice that arrives
      // while it is being read removes it again, so a stale reading is never kept.
      const reading = readConfiguration(database, workspaceId)
      remembered.set(workspaceId, reading)
      reading.catch(() => {
        if (remembered.peek(workspaceId) === reading) remembered.delete(workspaceId)
      })
      return reading
    },
    isEntitled: async (workspaceId, feature) => (await configurations.of(workspaceId)).entitlements.has(feature),
    isActiveMember: async (workspaceId, userId) => (await configurations.of(workspaceId)).activeMemberIds.has(userId),
    forget: (workspaceId) => void remembered.delete(workspaceId),
    forgetAll: () => remembered.clear(),
  }
  return configurations
}

/** One consistent reading, in one transaction. */
async function readConfiguration(database: Database, workspaceId: number): Promise<Configuration> {
  return database.transaction(async (queries) => {
    const of = [workspaceId]
    const [workspace] = await queries.rows(workspaceRow, of)
    if (!workspace) throw new Error('a caller belongs to a workspace that does not exist')
    const locations = (await queries.rows(locationRows, of)).map((row): Omit<Location, 'roomIds'> => row)
    const rooms = await queries.rows(roomRows, of)
    const people = await queries.rows(practitionerRows, of)
    const mappings = await queries.rows(doctorLocations, of)
    const fees = groupBy(await queries.rows(consultationFees, of), practiceKey)
    const tiers = groupBy(await queries.rows(durationTiers, of), practiceKey)
    const hours = groupBy(await queries.rows(workingHours, of), practiceKey)
    const closed = groupBy(await queries.rows(hourExceptions, of), practiceKey)
    const profiles = await queries.rows(profileRows, of)

    const everyoneHasVideo = workspace.video !== null
    const locationById = new Map(
      locations.map((row) => [row.id, { ...row, roomIds: new Set(rooms.filter((room) => room.locationId === row.id).map((room) => room.id)) }]),
    )
    const doctorById = new Map(
      people.map(({ status, hasOwnVideo, ...row }): [number, Doctor] => {
        const isActiveMember = status === 'active'
        const profile = profiles.find(({ userId, published }) => userId === row.id && published && isActiveMember)
        return [
          row.id,
          {
            ...row,
            appointmentSystem: row.appointmentSystem as AppointmentSystem,
            isActiveMember,
            canHostOnline: everyoneHasVideo || hasOwnVideo,
            profile: profile ? publicPart(profile) : null,
          },
        ]
      }),
    )
    const practices = mappings.flatMap((mapping): Practice[] => {
      const doctor = doctorById.get(mapping.doctorId)
      const location = locationById.get(mapping.locationId)
      if (!doctor || !location) return []
      const key = practiceKey(mapping)
      const windows = hours.get(key) ?? []
      return [
        {
          doctor,
          location,
          slotMins: mapping.slotMins,
          followUpFeeMinor: mapping.followUpFeeMinor,
          fees: (fees.get(key) ?? []).map(({ mode, isInternational, amountMinor }) => ({
            mode: mode as Mode,
            isInternational,
            amountMinor,
            currency: (isInternational ? location.internationalCurrency : null) ?? location.currency,
          })),
          tiers: tiers.get(key) ?? [],
          weeklyHours: groupBy(windows.filter(({ weekday }) => weekday !== null).map(asWindow), ({ weekday }) => weekday as number),
          exceptions: new Map((closed.get(key) ?? []).map(({ date }) => [date, windows.filter((window) => window.date === date).map(asWindow)])),
        },
      ]
    })
    const workspaceProfile = profiles.find(({ userId, published }) => userId === null && published)
    const practising = new Set(practices.map(({ doctor }) => doctor.id))
    return {
      workspaceId,
      version: workspace.configurationVersion,
      timezone: workspace.timezone,
      onlineBookingEnabled: everyoneHasVideo || people.some(({ hasOwnVideo, status }) => hasOwnVideo && status === 'active'),
      paymentGateway: workspace.paymentGateway,
      paymentMethods: workspace.paymentMethods,
      entitlements: new Set(workspace.entitlements),
      activeMemberIds: new Set((await queries.rows(activeMembers, of)).map(({ id }) => id)),
      messages: workspace.messages as MessageSettings | null,
      workspaceProfile: workspaceProfile ? { profileId: workspaceProfile.profileId, name: workspaceProfile.name } : null,
      locations: [...locationById.values()],
      practices,
      doctors: [...doctorById.values()].filter(({ id, isActiveMember }) => isActiveMember || practising.has(id)),
    }
  }, 'repeatable read')
}

function practiceKey({ doctorId, locationId }: { doctorId: number; locationId: number }): string {
  return `${doctorId} ${locationId}`
}

function asWindow<W extends { modes: string[] }>(row: W) {
  return { ...row, modes: row.modes as Mode[] }
}

function publicPart({ profileId, name, specialization, qualification, experience, profileImageUrl }: PublicProfile): PublicProfile {
  return { profileId, name, specialization, qualification, experience, profileImageUrl }
}

function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  return Map.groupBy(rows, keyOf)
}
