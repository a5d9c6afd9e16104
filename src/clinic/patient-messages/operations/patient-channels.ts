// Operations on how notices reach a patient: which channels of the clinic carry them, and which of
// these the patient has stopped.

import {
  choice,
  flag,
  id,
  list,
  nullable,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import {
  type Channel,
  channelRequirements,
  channels,
  type MessageSettings,
} from '../../../base/messages/channels.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { maskedEmail, maskedPhone } from '../../../base/values/masked.ts'
import type { MaybePromise } from '../../../base/values/maybe-promise.ts'
import { recordAccess } from '../../audit/audit.ts'
import {
  loadStops,
  resumeMessages,
  stopMessages,
  stopRequests,
} from '../../notices/message-stops.ts'
import type { NoticeSettings } from '../../notices/notice-settings.ts'
import { findReachableChannels } from '../../notices/send-notice.ts'
import { lockPatient, resolvePatientForRead } from '../../patients/led-to.ts'
import { problem as patientProblem } from '../../patients/problems.ts'
import { contactsOfPatient, notifyPatientChanged } from '../../patients/queries.ts'
import { problem } from '../problems.ts'

type ChannelContext = InWorkspace<{
  mode: 'sandbox' | 'production'
  configurations: {
    of(
      workspaceId: number,
    ): MaybePromise<{ messages: MessageSettings | null; notices: NoticeSettings | null }>
  }
  /** Keyed hash by which notices know a contact. */
  hashOf(channel: Channel, address: string): Buffer
}>

/** The channels by which the clinic reaches a patient, and their stops. */
async function loadChannels(
  queries: Queries,
  { workspaceId, configurations, mode, hashOf }: ChannelContext,
  patientId: number,
) {
  const [contacts] = await queries.rows(contactsOfPatient, { workspaceId, patientId })
  if (!contacts) throw patientProblem('PATIENT_NOT_FOUND')
  const { messages, notices } = await configurations.of(workspaceId)
  const rails = mode === 'sandbox' ? 'all' : messages
  const reachable = findReachableChannels(contacts, notices ?? {}, rails).map(
    ({ channel, destination }) => ({
      channel,
      destination,
      contact: channelRequirements[channel].contact,
      destinationHash: hashOf(channel, destination),
    }),
  )
  const findHash = (contact: 'email' | 'phone') =>
    reachable.find((one) => one.contact === contact)?.destinationHash ?? null
  const stops = await loadStops(queries, workspaceId, {
    emailHash: findHash('email'),
    phoneHash: findHash('phone'),
  })
  return reachable.map((one) => ({
    ...one,
    stop: stops.find(({ channel }) => channel === one.channel),
  }))
}

export const patientChannels = workspaceOperation({
  name: 'patient-channels',
  right: 'patients:read',
  about: 'patient',
  summary: 'List how notices reach a patient, and what the patient has stopped.',
  input: object({ id: id('The patient.', 42) }),
  output: list(
    object({
      channel: choice(channels, 'How notices go out.'),
      destination: text('The recipient, masked.', 'm***@example.org'),
      isStopped: flag('Whether the patient wants no notices there.'),
      stoppedAt: nullable(timestamp('Since when.')),
      askedBy: nullable(
        choice(stopRequests, 'By the page for stopping, by a word such as stop, or by staff.'),
      ),
    }),
    'The channels, the first one first.',
  ),
  async run(context: ChannelContext, { id: requestedId }) {
    const { database, workspaceId } = context
    const patientId = await resolvePatientForRead(database, workspaceId, requestedId)
    const rows = await loadChannels(database, context, patientId)
    return rows.map(({ channel, contact, destination, stop }) => ({
      channel,
      destination:
        contact === 'email' ? maskedEmail(destination) : maskedPhone(destination.slice(1)),
      isStopped: stop !== undefined,
      stoppedAt: stop === undefined ? null : isoAt('UTC', stop.stoppedAt),
      askedBy: stop?.askedBy ?? null,
    }))
  },
})

function changeOperation<Name extends string>(name: Name, stops: boolean, summary: string) {
  return workspaceOperation({
    name,
    right: 'patients:write',
    about: 'patient',
    summary,
    input: object({
      id: id('The patient.', 42),
      channel: choice(channels, 'How the notices go out.'),
    }),
    output: object({
      id: id('The patient.', 42),
      channel: choice(channels, 'How the notices go out.'),
      isStopped: flag('Whether they are stopped.', stops),
    }),
    async run(context: ChannelContext, { id: requestedId, channel }) {
      const { database, clock, actor, workspaceId } = context
      return database.transaction(async (queries) => {
        const patientId = await lockPatient(queries, workspaceId, requestedId)
        const rows = await loadChannels(queries, context, patientId)
        const row = rows.find((one) => one.channel === channel)
        if (!row) throw problem('CHANNEL_NOT_IN_USE', { id: patientId, channel })
        const answer = { id: patientId, channel, isStopped: stops }
        if ((row.stop !== undefined) === stops) return answer
        const { destinationHash } = row
        const contact = { workspaceId, channel, destinationHash }
        const now = clock.now()
        if (stops) await stopMessages(queries, { ...contact, askedBy: 'STAFF', now })
        else await resumeMessages(queries, contact)
        await queries.rows(notifyPatientChanged, { workspaceId, patientId })
        await recordAccess(queries, workspaceId, actor, {
          action: 'CHANGED',
          changedMembers: ['messages'],
          patientIds: [patientId],
          now,
        })
        return answer
      })
    },
  })
}

export const patientChannelStop = changeOperation(
  'patient-channel-stop',
  true,
  'Stop notices to a patient by a channel, at their wish; those about returned money still go out.',
)
export const patientChannelResume = changeOperation(
  'patient-channel-resume',
  false,
  'Send notices to a patient by a channel again, at their wish.',
)

export const patientChannelOperations = [patientChannels, patientChannelStop, patientChannelResume]
