// Commands for what patients did.

import { newsList, newsMail, newsSeen } from '../../../management/news/operations/news.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

const userId = { ...idMember('a member of the staff', 'clinic staff list'), name: 'staff' }

export const newsCommands = [
  command(newsList, {
    formatResult: ({ news }) => [
      {
        columns: ['at', 'kind', 'visitId', 'startsAt', 'practitioner', 'patient'],
        rows: news.map(({ firstName, lastName, ...one }) => ({
          ...one,
          patient: [firstName, lastName].filter(Boolean).join(' '),
        })),
      },
    ],
    members: { doctorIds: { name: 'doctor', value: 'id' } },
  }),
  command(newsSeen, {
    formatResult: ({ until }) => `seen up to ${until}`,
    arguments: ['until'],
    members: { userId },
  }),
  command(newsMail, {
    formatResult: ({ mails, mailTime }) =>
      mailTime === null ? `news by mail: ${mails}` : `news by mail: ${mails}, ${mailTime}`,
    arguments: ['mails'],
    members: { userId },
  }),
]
