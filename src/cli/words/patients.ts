// What an operator does with one patient's record, and who else did something with it.

import { auditShow } from '../../audit/operations/audit.ts'
import { patientEdit, patientLikely, patientSearch } from '../../patients/operations/patient-search.ts'
import { patientErase, patientExport, patientFind } from '../../patients/operations/patients.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { patientName } from './shared.ts'
import { idOf, jsonObject } from './typed.ts'

const aPatient = idOf('a patient', 'clinic patient find NAME')

const foundColumns = ['id', 'mrnNumber', 'name', 'phone', 'dob']
const foundRow = <Patient extends Parameters<typeof patientName>[0]>(patient: Patient) => ({ ...patient, name: patientName(patient) })

function whatStays({ visits, upcoming }: { visits: number; upcoming: number }): string {
  return `${visits} ${visits === 1 ? 'visit stays' : 'visits stay'}, ${upcoming} still to come`
}

const chargeText = ({ charged, currency, price, priceCurrency }: { charged: number; currency: string; price: number; priceCurrency: string }) =>
  `${charged} ${currency}, the price is ${price} ${priceCurrency}`

export const patientCommands = [
  command(patientFind, {
    shown: (patients, { sought }) =>
      patients.length === 0
        ? `no patient has '${sought}' for a phone or record number, or a name that begins like it`
        : { columns: foundColumns, rows: patients.map(foundRow) },
    arguments: ['sought'],
    members: { sought: { name: 'phone-or-name', placeholder: 'NAME' } },
  }),
  command(patientSearch, {
    shown: (patients) => (patients.length === 0 ? 'no patient fits' : { columns: foundColumns, rows: patients.map(foundRow) }),
    arguments: ['sought'],
    members: { sought: { placeholder: 'TEXT' } },
  }),
  command(patientLikely, {
    shown: (patients) => (patients.length === 0 ? 'nobody is likely' : { columns: [...foundColumns, 'because'], rows: patients.map(foundRow) }),
    members: { dob: { value: 'date' } },
  }),
  command(patientEdit, {
    shown: ({ id, ...patient }) => `patient ${id} is ${patientName(patient) ?? 'without a name'}, ${patient.mrnNumber}`,
    arguments: ['id'],
    members: { id: aPatient, dob: { value: 'date' }, patientAddress: jsonObject },
  }),
  command(patientExport, { arguments: ['id'], members: { id: aPatient }, resultFile: 'A new file; standard output when omitted.' }),
  command(patientErase, {
    shown: (result) =>
      `patient ${result.patientId} is erased; ${whatStays(result)}.\nBackups made before still hold the record: keep them no longer than you must.`,
    arguments: ['id'],
    members: { id: aPatient, confirmed: { name: 'yes' } },
    confirmation(result, _, workspace) {
      if (result.erased) return undefined
      return new TerminalProblem(
        `patient ${result.patientId} would be erased for good; ${whatStays(result)}`,
        `do it: clinic patient erase ${result.patientId} --yes${workspace === undefined ? '' : ` --workspace ${workspace}`}`,
      )
    },
  }),
  command(auditShow, {
    shown: (entries) => ({
      columns: [
        ...['id', 'at', 'action', 'patients', 'appointmentId', 'visitId', 'by', 'actingUserId', 'endUserHash', 'address', 'requestId'],
        ...(entries.some(({ charge }) => charge !== null) ? ['charge'] : []),
      ],
      rows: entries.map((entry) => ({
        ...entry,
        patients: entry.patientIds.join(' '),
        endUserHash: entry.endUserHash?.slice(0, 12),
        charge: entry.charge && chargeText(entry.charge),
      })),
    }),
    typed: 'audit',
    members: { patientId: { ...aPatient, name: 'patient' }, before: { ...idOf('an entry', 'clinic audit'), value: 'entry' } },
  }),
]
