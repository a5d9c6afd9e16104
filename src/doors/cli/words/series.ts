// Series of visits from the command line.

import type { Static } from 'typebox'
import {
  seriesBook,
  seriesCancel,
  seriesMove,
  seriesPlan,
  seriesShow,
} from '../../../visits/appointments/operations/series.ts'
import { command, type TextOutput } from './command.ts'
import { patientName } from './shared.ts'
import { idMember } from './typed.ts'
import { bookingWords } from './visits.ts'

const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

function formatSeries({ id, visits }: Static<typeof seriesShow.output>): TextOutput {
  const rows = visits.map((visit) => ({
    id: visit.id,
    time: formatMinute(visit.fromDateTimeTs),
    doctor: visit.doctor,
    status: visit.status,
    reference: visit.bookingReference,
    patient: visit.patient.erased ? '(erased)' : patientName(visit.patient),
  }))
  return [
    `series ${id}`,
    { columns: ['time', 'patient', 'doctor', 'status', 'reference', 'id'], rows },
  ]
}

const seriesMember = { ...idMember('a series', 'clinic visit show ID'), name: 'series' }

const {
  toDateTimeIso: _,
  packageConfigId: __,
  unofferedReason: ___,
  fromDateTimeIso: from,
  ...eachVisitWords
} = bookingWords
const {
  patientId: ____,
  patientPayload: _____,
  patientPackageId: ______,
  ...planWords
} = { ...eachVisitWords, fromDateTimeIso: from }

export const seriesCommands = [
  command(seriesPlan, {
    formatResult: (times) => [
      {
        columns: ['time', 'free', 'nearest'],
        rows: times.map(({ fromDateTimeIso, isFree, nearest }) => ({
          time: formatMinute(fromDateTimeIso),
          free: isFree ? 'yes' : 'no',
          nearest: nearest && formatMinute(nearest),
        })),
      },
    ],
    members: planWords,
  }),
  command(seriesBook, {
    formatResult: formatSeries,
    members: { ...eachVisitWords, starts: { name: 'start', value: 'time' } },
  }),
  command(seriesShow, {
    formatResult: formatSeries,
    arguments: ['id'],
    members: { id: seriesMember },
  }),
  command(seriesMove, {
    formatResult: formatSeries,
    arguments: ['id', 'fromDate'],
    members: {
      id: seriesMember,
      fromDate: { name: 'date' },
      time: { value: 'HH:MM' },
      reason: { value: 'text' },
    },
  }),
  command(seriesCancel, {
    formatResult: formatSeries,
    arguments: ['id', 'fromDate'],
    members: { id: seriesMember, fromDate: { name: 'date' }, reason: { value: 'text' } },
  }),
]
