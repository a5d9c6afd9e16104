// Two records side by side, before one is merged into the other: what is kept, what is taken over, what is dropped, and how much moves
// (TILL-02).

import { Button, Group, Loader, SegmentedControl, Text, TextInput } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { nameOf } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './merge.module.css'
import screen from './patients.module.css'
import { type Record, useMergePreview, usePatient } from './queries.ts'
import { fields, saidIn } from './record-fields.ts'

type Merge = Output<'patient-merge'>

export function MergeScreen() {
  const { patient } = useParams({ from: '/$workspace/patients/$patient/merge' })
  const { other } = useSearch({ from: '/$workspace/patients/$patient/merge' })
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <section className={screen.screen} aria-labelledby="merge-title">
      <div className={screen.toolbar}>
        <Link to="/$workspace/patients/$patient" params={{ workspace, patient }} className={screen.link}>
          {words.merge.back}
        </Link>
        <h1 id="merge-title" className={screen.title}>
          {words.merge.heading}
        </h1>
      </div>
      {other === undefined ? <p className={screen.said}>{words.merge.none}</p> : <Both key={`${patient} ${other}`} one={Number(patient)} other={other} />}
    </section>
  )
}

function Both({ one, other }: { one: number; other: number }) {
  const { words } = useLanguage()
  const [kept, keep] = useState(one)
  const gone = kept === one ? other : one
  const records = [usePatient(one).patient, usePatient(other).patient]
  const shownOf = (id: number) => records.map(({ data }) => data?.patient).find((record) => record?.id === id)
  const [into, from] = [shownOf(kept), shownOf(gone)]
  const preview = useMergePreview(gone, kept, into !== undefined && from !== undefined)
  // The id of a merged record leads to the kept one. The event can arrive before the answer to the member who merged.
  const merged = [one, other].map((id, index) => ({ id, into: records[index]?.data?.patient.id ?? id })).find(({ id, into: led }) => id !== led)
  const { workspace } = useWorkspace()
  const error = records[0]?.error ?? records[1]?.error ?? preview.error
  const shown = preview.data?.into === kept ? preview.data : undefined
  if (merged) return <Navigate to="/$workspace/patients/$patient" params={{ workspace, patient: String(merged.into) }} replace />
  return (
    <div className={classes.page}>
      <RefusalNote refusal={error} />
      {(!into || !from) && !error && <Loader size="sm" />}
      {into && from && (
        <>
          <div className={classes.keep}>
            <Text size="sm" fw={600} id="merge-keep">
              {words.merge.keep}
            </Text>
            <SegmentedControl
              size="xs"
              aria-labelledby="merge-keep"
              value={String(kept)}
              data={[one, other].map((id) => ({ value: String(id), label: shownOf(id)?.mrnNumber ?? '' }))}
              onChange={(value) => keep(Number(value))}
            />
          </div>
          <Compared {...{ into, from }} after={shown?.record} />
          {shown && <GoesOver shown={shown} />}
          {shown && <Confirm from={gone} into={kept} />}
        </>
      )}
    </div>
  )
}

/** Every field that either record has: what is kept, what is taken over, and what is dropped. */
function Compared({ into, from, after }: { into: Record; from: Record; after: Record | undefined }) {
  const { words } = useLanguage()
  const rows = fields
    .map((field) => ({ field, kept: saidIn(into, field), other: saidIn(from, field), merged: after && saidIn(after, field) }))
    .filter(({ kept, other }) => kept !== '' || other !== '')
  const fate = ({ kept, other, merged }: (typeof rows)[number]) => {
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
              {words.merge.kept}: <bdi>{nameOf(into, words)}</bdi>
            </th>
            <th scope="col">
              {words.merge.goesOver}: <bdi>{nameOf(from, words)}</bdi>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.field} data-fate={fate(row)}>
              <th scope="row">{words.patients.fields[row.field]}</th>
              <td>
                <bdi>{row.merged ?? row.kept}</bdi>
                {fate(row) === 'taken' && <small>{words.merge.taken}</small>}
              </td>
              <td>
                <bdi>{row.other}</bdi>
                {fate(row) === 'left' && <small>{row.field === 'mrnNumber' ? words.merge.stillFound : words.merge.left}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GoesOver({ shown: { moved, overlapping } }: { shown: Merge }) {
  const { words } = useLanguage()
  const some = (Object.keys(words.merge.moved) as (keyof Merge['moved'])[]).filter((name) => moved[name] > 0)
  return (
    <section className={screen.card} aria-label={words.merge.movedTitle}>
      <h2 className={screen.heading}>{words.merge.movedTitle}</h2>
      {some.length === 0 ? (
        <p className={screen.soft}>{words.merge.movesNothing}</p>
      ) : (
        <ul className={screen.goes}>
          {some.map((name) => (
            <li key={name}>
              {words.merge.moved[name]}: {moved[name]}
            </li>
          ))}
        </ul>
      )}
      <p className={screen.soft}>{words.merge.afterwards}</p>
      {overlapping > 0 && (
        <p role="alert" className={screen.meanwhile}>
          {words.merge.overlapping(overlapping)}
        </p>
      )}
    </section>
  )
}

function Confirm({ from, into }: { from: number; into: number }) {
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const navigate = useNavigate()
  const merge = useChange('patient-merge')
  const [reason, setReason] = useState('')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const onSuccess = () => void navigate({ to: '/$workspace/patients/$patient', params: { workspace, patient: String(into) }, replace: true })
    merge.mutate({ from, into, reason: reason.trim(), confirmed: true }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className={`${screen.form} ${screen.warned}`} aria-label={words.merge.yes}>
      <TextInput
        size="xs"
        label={words.merge.reason}
        description={words.merge.reasonHint}
        required
        maxLength={500}
        value={reason}
        autoComplete="off"
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Text size="sm">{words.merge.final}</Text>
      <RefusalNote refusal={merge.error} />
      <Group gap="xs">
        <Button type="submit" size="xs" color="red" loading={merge.isPending} disabled={reason.trim() === ''}>
          {words.merge.yes}
        </Button>
      </Group>
    </form>
  )
}
