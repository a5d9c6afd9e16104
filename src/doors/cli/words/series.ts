// Series of visits from the command line.

import type { Static } from 'typebox'
import { seriesBook, seriesCancel, seriesMove, seriesPlan, seriesShow } from '../../../visits/appointments/operations/series.ts'
import { command, type Shown } from './command.ts'
import { patientName } from './shared.ts'
import { idOf } from './typed.ts'
import { bookingWords } from './visits.ts'

const minuteText = (time: string) => time.slice(0, 16).replace('T', ' ')

function seriesShown({ id, visits }: Static<typeof seriesShow.output>): Shown {
  const rows = visits.map((visit) => ({
    ...{ id: visit.id, time: minuteText(visit.fromDateTimeTs), doctor: visit.doctor, status: visit.status, reference: visit.bookingReference },
    patient: visit.patient.erased ? '(erased)' : patientName(visit.patient),
  }))
  return [`series ${id}`, { columns: ['time', 'patient', 'doctor', 'status', 'reference', 'id'], rows }]
}

const aSeries = { ...idOf('a series', 'clinic visit show ID'), name: 'series' }

const { toDateTimeIso: _, packageConfigId: __, unofferedReason: ___, fromDateTimeIso: from, ...wordsOfEach } = bookingWords
const { patientId: ____, patientPayload: _____, patientPackageId: ______, ...wordsOfPlan } = { ...wordsOfEach, fromDateTimeIso: from }

export const seriesCommands = [
  command(seriesPlan, {
    shown: (times) => [
      {
        columns: ['time', 'free', 'nearest'],
        rows: times.map(({ fromDateTimeIso, isFree, nearest }) => ({
          ...{ time: minuteText(fromDateTimeIso), free: isFree ? 'yes' : 'no', nearest: nearest && minuteText(nearest) },
        })),
      },
    ],
    members: wordsOfPlan,
  }),
  command(seriesBook, { shown: seriesShown, members: { ...wordsOfEach, starts: { name: 'start', value: 'time' } } }),
  command(seriesShow, { shown: seriesShown, arguments: ['id'], members: { id: aSeries } }),
  command(seriesMove, {
    shown: seriesShown,
    arguments: ['id', 'fromDate'],
    members: { id: aSeries, fromDate: { name: 'date' }, time: { value: 'HH:MM' }, reason: { value: 'text' } },
  }),
  command(seriesCancel, {
    shown: seriesShown,
    arguments: ['id', 'fromDate'],
    members: { id: aSeries, fromDate: { name: 'date' }, reason: { value: 'text' } },
  }),
]
