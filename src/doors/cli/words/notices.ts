// Commands for notices to patients.

import { noticesFailures } from '../../../clinic/notices/operations/failed-notices.ts'
import {
  noticesList,
  noticesOff,
  noticesOn,
  noticesRetry,
} from '../../../clinic/notices/operations/notices.ts'
import {
  noticesPreview,
  noticesTest,
} from '../../../management/clinic-file/operations/notice-preview.ts'
import { command } from './command.ts'
import { idMember, jsonObject } from './typed.ts'

const changes = {
  ...jsonObject,
  description: 'In place of the settings, in JSON: language, and text with subject and body.',
}

export const noticeCommands = [
  command(noticesList, {
    members: {
      appointmentId: { ...idMember('a visit', 'the booking'), name: 'visit' },
      visitId: { ...idMember('a visit of a queue', 'clinic queue show SHIFT'), name: 'token' },
      patientId: { ...idMember('a patient', 'clinic patient find NAME'), name: 'patient' },
      before: { ...idMember('a notice', 'clinic notices list'), value: 'id' },
    },
  }),
  command(noticesFailures, {
    formatResult: ({ since, channels, reasons }) =>
      channels.length === 0
        ? `no notice went out since ${since}`
        : [
            { columns: ['channel', 'sent', 'failed'], rows: channels },
            ...(reasons.length === 0
              ? []
              : [{ columns: ['count', 'channel', 'reason', 'lastAt'], rows: reasons }]),
          ],
  }),
  command(noticesPreview, {
    formatResult: ({ subject, body, short, smsSegments }) => [
      subject,
      body,
      `By SMS (${smsSegments === 1 ? '1 message' : `${smsSegments} messages`}):`,
      short,
    ],
    arguments: ['kind'],
    members: { changes },
  }),
  command(noticesTest, {
    formatResult: ({ destination }) => `sent to ${destination}`,
    arguments: ['kind'],
    members: {
      changes,
      staffId: { ...idMember('a member of the staff', 'clinic staff list'), name: 'staff' },
    },
  }),
  command(noticesRetry, {
    formatResult: ({ kind, appointmentId, visitId }) => {
      const which = appointmentId === null ? `token ${visitId}` : `visit ${appointmentId}`
      return `the ${kind} of ${which} is tried again within seconds: clinic notices list --${which}`
    },
    arguments: ['id'],
    members: { id: idMember('a notice', 'clinic notices list') },
  }),
  command(noticesOff, {
    formatResult: () =>
      'no more notices go out, everywhere within seconds; those that come due are skipped',
  }),
  command(noticesOn, {
    formatResult: () => 'notices go out again; send what was skipped with: clinic notices retry ID',
  }),
]
