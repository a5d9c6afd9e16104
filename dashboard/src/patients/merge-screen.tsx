// Two records side by side before one is merged into the other: what is kept, what is taken over,
// what is dropped, and how much moves (TILL-02).

import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { Form } from '../ui/form.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './merge.module.css'
import screen from './patients.module.css'
import { type PatientRecord, useMergePreview, usePatient } from './queries.ts'
import { fields, fieldValue } from './record-fields.ts'

type MergePreview = Output<'patient-merge'>

export function MergeScreen() {
  const { patient } = useParams({ from: paths.merge })
  const { other } = useSearch({ from: paths.merge })
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <Screen
      title={words.merge.heading}
      back={
        <Link to={paths.patient} params={{ workspace, patient }} className={screen.link}>
          {words.merge.back}
        </Link>
      }
    >
      {other === undefined ? (
        <p className={screen.said}>{words.merge.none}</p>
      ) : (
        <MergeForm key={`${patient} ${other}`} firstId={Number(patient)} secondId={other} />
      )}
    </Screen>
  )
}

function MergeForm({ firstId, secondId }: { firstId: number; secondId: number }) {
  const { words } = useLanguage()
  const [keptId, setKeptId] = useState(firstId)
  const mergedId = keptId === firstId ? secondId : firstId
  const records = [usePatient(firstId).patient, usePatient(secondId).patient]
  const findRecord = (id: number) =>
    records.map(({ data }) => data?.patient).find((record) => record?.id === id)
  const keptRecord = findRecord(keptId)
  const removedRecord = findRecord(mergedId)
  const previewQuery = useMergePreview(
    mergedId,
    keptId,
    keptRecord !== undefined && removedRecord !== undefined,
  )
  // The id of a merged record leads to the kept record. The event of a merge can arrive before the
  // answer to the member who requested it.
  const redirected = [firstId, secondId]
    .map((id, index) => ({ id, into: records[index]?.data?.patient.id ?? id }))
    .find(({ id, into: targetId }) => id !== targetId)
  const { workspace } = useWorkspace()
  const error = records[0]?.error ?? records[1]?.error ?? previewQuery.error
  const preview = previewQuery.data?.into === keptId ? previewQuery.data : undefined
  if (redirected)
    return (
      <Navigate
        to={paths.patient}
        params={{ workspace, patient: String(redirected.into) }}
        replace
      />
    )
  return (
    <div className={classes.page}>
      <RefusalNote refusal={error} />
      {(!keptRecord || !removedRecord) && !error && <DelayedLoader />}
      {keptRecord && removedRecord && (
        <>
          <div className={classes.keep}>
            <Text size="sm" fw={600} id="merge-keep">
              {words.merge.keep}
            </Text>
            <SegmentedControl
              size="xs"
              aria-labelledby="merge-keep"
              value={String(keptId)}
              data={[firstId, secondId].map((id) => ({
                value: String(id),
                label: findRecord(id)?.mrnNumber ?? '',
              }))}
              onChange={(value) => setKeptId(Number(value))}
            />
          </div>
          <RecordComparison
            {...{ into: keptRecord, from: removedRecord }}
            after={preview?.record}
          />
          {preview && <MovedCounts shown={preview} />}
          {preview && <ConfirmMerge from={mergedId} into={keptId} />}
        </>
      )}
    </div>
  )
}

/** Every field that either record has, and whether its value is kept, taken over or dropped. */
function RecordComparison({
  into,
  from,
  after: mergedRecord,
}: {
  into: PatientRecord
  from: PatientRecord
  after: PatientRecord | undefined
}) {
  const { words } = useLanguage()
  const rows = fields
    .map((field) => ({
      field,
      kept: fieldValue(into, field),
      other: fieldValue(from, field),
      merged: mergedRecord && fieldValue(mergedRecord, field),
    }))
    .filter(({ kept, other }) => kept !== '' || other !== '')
  const otherFate = ({ kept, other, merged }: (typeof rows)[number]) => {
    if (other === '' || kept === other) return 'same'
    if (kept === '' && merged === other) return 'taken'
    return merged === undefined ? 'same' : 'left'
  }
  return (
    <div className={classes.scrolls}>
      <table className={classes.compared}>
        <caption>{words.merge.compared}</caption>
        <thead>
          <tr>
            <th scope="col">{words.merge.field}</th>
            <th scope="col">
              {words.merge.kept}: <bdi>{patientName(into, words)}</bdi>
            </th>
            <th scope="col">
              {words.merge.otherRecordLabel}: <bdi>{patientName(from, words)}</bdi>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.field} data-fate={otherFate(row)}>
              <th scope="row">{words.patients.fields[row.field]}</th>
              <td>
                <bdi>{row.merged ?? row.kept}</bdi>
                {otherFate(row) === 'taken' && <small>{words.merge.taken}</small>}
              </td>
              <td>
                <bdi>{row.other}</bdi>
                {otherFate(row) === 'left' && (
                  <small>
                    {row.field === 'mrnNumber' ? words.merge.stillFoundByIt : words.merge.left}
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MovedCounts({ shown: { moved, overlapping } }: { shown: MergePreview }) {
  const { words } = useLanguage()
  const movedKinds = (Object.keys(words.merge.moved) as (keyof MergePreview['moved'])[]).filter(
    (name) => moved[name] > 0,
  )
  return (
    <Card title={words.merge.movedTitle}>
      {movedKinds.length === 0 ? (
        <p className={screen.soft}>{words.merge.onlyRecordMoves}</p>
      ) : (
        <ul className={screen.goes}>
          {movedKinds.map((name) => (
            <li key={name}>
              {words.merge.moved[name]}: {moved[name]}
            </li>
          ))}
        </ul>
      )}
      <p className={screen.soft}>{words.merge.afterwards}</p>
      {overlapping > 0 && (
        <p role="alert" className={screen.changedSince}>
          {words.merge.overlapping(overlapping)}
        </p>
      )}
    </Card>
  )
}

function ConfirmMerge({ from, into }: { from: number; into: number }) {
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const navigate = useNavigate()
  const merge = useChange('patient-merge')
  const { values, isChanged, text } = useFields({ reason: '' })
  const reason = values.reason.trim()
  const openKept = () =>
    void navigate({
      to: paths.patient,
      params: { workspace, patient: String(into) },
      replace: true,
    })
  return (
    <Form
      aria-label={words.merge.yes}
      className={`${screen.form} ${screen.warned}`}
      change={merge}
      isChanged={isChanged}
      isComplete={reason !== ''}
      onSubmit={() =>
        merge.mutate({ from, into, reason, confirmed: true }, { onSuccess: openKept })
      }
      submit={words.merge.yes}
      isDanger
    >
      <TextInput
        size="xs"
        label={words.merge.reason}
        description={words.merge.reasonHint}
        required
        maxLength={500}
        autoComplete="off"
        {...text('reason')}
      />
      <Text size="sm">{words.merge.final}</Text>
    </Form>
  )
}
