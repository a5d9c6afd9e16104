// One patient: everything that the member's rights allow, in sections that load separately. Neither
// the address nor the title names a person.

import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import card from '../ui/card.module.css'
import { ConversationCard } from '../ui/conversation.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { PatientHead } from '../ui/patient-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { useLanguage } from '../words/words.tsx'
import { AuditCard } from './audit-card.tsx'
import { ZoneContext } from './clinic-times.ts'
import { Duplicates } from './duplicates.tsx'
import { PatientEnding } from './export-and-erasure.tsx'
import { useKeepOpened } from './last-opened.ts'
import { MergedCard } from './merged-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import { PacksCard } from './packs-card.tsx'
import classes from './patients.module.css'
import { PaymentsCard } from './payments-card.tsx'
import { usePatient } from './queries.ts'
import { RecordCard } from './record-card.tsx'
import { VisitsCard } from './visits-card.tsx'

export function PatientScreen() {
  const { patient } = useParams({ from: paths.patient })
  // Nothing about one patient remains on another patient's page.
  return <PatientPage key={patient} id={Number(patient)} />
}

function PatientPage({ id }: { id: number }) {
  const { words } = useLanguage()
  const { workspace, member, may } = useWorkspace()
  const { patient, opened } = usePatient(id)
  const erase = useChange('patient-erase')
  const isErased = erase.data?.erased === true
  const details = patient.error?.code === 'PATIENT_NOT_FOUND' || isErased ? undefined : patient.data
  useKeepOpened(id, details?.patient)
  const absentName = isErased ? words.day.erased : words.patients.record
  // The id of a merged record leads to the record it was merged into.
  if (details && details.patient.id !== id) {
    return (
      <Navigate
        to={paths.patient}
        params={{ workspace, patient: String(details.patient.id) }}
        replace
      />
    )
  }
  return (
    <Screen
      title={
        <bdi>
          {details ? patientName(details.patient, words) || words.patients.noName : absentName}
        </bdi>
      }
      back={
        <Button
          component={Link}
          to={paths.patients}
          {...({ params: { workspace } } as object)}
          size="compact-sm"
          variant="subtle"
        >
          {words.patients.back}
        </Button>
      }
      tools={
        details &&
        may('visits:write') && (
          <Button
            component={Link}
            to={paths.day}
            {...({
              params: { workspace },
              search: { book: true, patient: details.patient.id },
            } as object)}
            size="compact-sm"
            ms="auto"
          >
            {words.patients.book}
          </Button>
        )
      }
    >
      {isErased ? (
        <p role="status" className={classes.said}>
          {words.patients.recordErased}
        </p>
      ) : (
        <RefusalNote refusal={patient.error} />
      )}
      {!details && !patient.error && <DelayedLoader />}
      {details && (
        <ZoneContext value={details.timezone}>
          <div className={classes.columns}>
            <div className={classes.beside}>
              <div className={card.card}>
                <PatientHead patient={details.patient} opened={details.opened} />
              </div>
              <RecordCard shown={details} ask={() => void patient.refetch()} />
              {may('money:read') && <PacksCard patientId={id} />}
              <MergedCard patientId={id} opened={details.opened} />
            </div>
            <div className={classes.beside}>
              {may('visits:read') && <VisitsCard patientId={id} opened={opened} />}
              <ConversationCard patientId={id} timezone={details.timezone} />
              {may('money:read') && <PaymentsCard patientId={id} />}
              {may('visits:read') && !member.rights.ownVisits && <NoticesCard patientId={id} />}
              {may('insight:read') && <AuditCard patientId={id} />}
              {may('patients:write') && <Duplicates patient={details.patient} />}
              {may('setup:write') && <PatientEnding patientId={id} erase={erase} />}
            </div>
          </div>
        </ZoneContext>
      )}
    </Screen>
  )
}
