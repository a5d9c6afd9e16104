import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { patientName } from '../ui/patient-name.ts'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import type { FoundPatient } from './queries.ts'

export type ListedPatient = Pick<
  FoundPatient,
  'id' | 'firstName' | 'lastName' | 'dob' | 'gender' | 'phone' | 'mrnNumber'
>

/** A patient in a list, who leads to their record. */
export function PatientResult({ patient }: { patient: ListedPatient }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <Link
      to={paths.patient}
      params={{ workspace, patient: String(patient.id) }}
      className={classes.foundLink}
    >
      <strong dir="auto">{patientName(patient, words) || words.patients.noName}</strong>
      <span className={classes.soft}>
        {[patient.dob && dayText(patient.dob, locale), patient.gender].filter(Boolean).join(' · ')}
      </span>
      <span className={classes.soft}>
        <bdi dir="ltr">{[patient.phone, patient.mrnNumber].filter(Boolean).join(' · ')}</bdi>
      </span>
    </Link>
  )
}
