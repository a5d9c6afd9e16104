// The forms of a visit: which are missing, the answers, filling in for the patient, and consents
// with their evidence (FORM-06).

import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { paths } from '../paths.ts'
import { Confirmation } from '../ui/confirmation.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { FormFields } from './form-fields.tsx'
import classes from './panel.module.css'

export type FilledForm = Output<'patient-forms'>[number]
type Question = FilledForm['content']['questions'][number]

export function VisitForms({ visit }: { visit: VisitDetails }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const isNarrow = useIsNarrow()
  const { data: forms } = useOperation('visit-forms', { id: visit.id })
  const [filling, setFilling] = useState<string>()
  const [showsAnswers, setShowsAnswers] = useState(false)
  if (!forms || forms.length === 0 || visit.patient.erased) return null
  const states = {
    MISSING: words.forms.isMissing,
    DONE: words.forms.isDone,
    WITHDRAWN: words.forms.isWithdrawn,
  }
  const isMissing = forms.some(({ state }) => state === 'MISSING')
  const isFilled = forms.some(({ filledId }) => filledId !== null)
  return (
    <section aria-labelledby={`forms-${visit.id}`}>
      <Text
        id={`forms-${visit.id}`}
        component={isNarrow ? 'h2' : 'h3'}
        fw={600}
        size="sm"
        m={0}
        mb={4}
      >
        {words.forms.title}
      </Text>
      <ul className={classes.history}>
        {forms.map(({ name, title, state }) => (
          <li key={name}>
            <bdi>{title}</bdi>
            <span className={classes.soft}>{states[state]}</span>
            {state === 'MISSING' && may('patients:write') && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`${words.forms.fill}: ${title}`}
                onClick={() => setFilling(name)}
              >
                {words.forms.fill}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {filling !== undefined && (
        <FillForm
          key={filling}
          visitId={visit.id}
          name={filling}
          close={() => setFilling(undefined)}
        />
      )}
      <Group gap="xs" mt={4}>
        {isMissing && may('visits:write') && <FormLink visitId={visit.id} />}
        {isFilled && may('patients:read') && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={showsAnswers}
            onClick={() => setShowsAnswers(!showsAnswers)}
          >
            {showsAnswers ? words.forms.hide : words.forms.show}
          </Button>
        )}
      </Group>
      {showsAnswers && (
        <Answers
          patientId={visit.patient.id}
          shown={forms.flatMap(({ filledId }) => filledId ?? [])}
        />
      )}
    </section>
  )
}

/** A link that staff send or show; it is made once and shown once. */
function FormLink({ visitId }: { visitId: number }) {
  const { words } = useLanguage()
  const link = useChange('form-link')
  const tablet = useChange('form-tablet')
  const send = useChange('form-send')
  const [shown, text] = tablet.data
    ? [tablet.data.url, words.forms.tabletLink]
    : [link.data?.url, words.forms.link]
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          loading={send.isPending}
          disabled={send.isSuccess}
          onClick={() => send.mutate({ id: visitId })}
        >
          {words.forms.send}
        </Button>
        {!link.data && (
          <Button
            size="compact-xs"
            variant="default"
            loading={link.isPending}
            onClick={() => link.mutate({ id: visitId }, { onSuccess: tablet.reset })}
          >
            {words.forms.makeLink}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          loading={tablet.isPending}
          onClick={() => tablet.mutate({ id: visitId })}
        >
          {words.forms.tablet}
        </Button>
      </Group>
      {send.isSuccess && (
        <Text size="sm" role="status">
          {words.forms.isBeingSent}
        </Text>
      )}
      {shown !== undefined && (
        <>
          <Text size="sm" role="status">
            {text}
          </Text>
          {tablet.data && (
            <img
              className={classes.code}
              src={`data:image/svg+xml,${encodeURIComponent(renderSVG(shown, { ecc: 'M', border: 2 }))}`}
              alt={words.forms.tabletCode}
            />
          )}
          <Code block dir="ltr" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {shown}
          </Code>
        </>
      )}
      <RefusalNote refusal={send.error ?? link.error ?? tablet.error} />
    </Stack>
  )
}

function FillForm({ visitId, name, close }: { visitId: number; name: string; close(): void }) {
  const { data, error } = useOperation('form-open', { id: visitId, form: name })
  if (error) return <RefusalNote refusal={error} />
  return data ? <OpenedForm {...{ visitId, name, close }} opened={data} /> : <DelayedLoader />
}

function OpenedForm({
  visitId,
  name,
  close,
  opened,
}: {
  visitId: number
  name: string
  close(): void
  opened: Output<'form-open'>
}) {
  const { words } = useLanguage()
  const change = useChange('form-fill')
  // Its first state: answers that arrive later do not replace what is typed.
  const [{ content, version, changed, fields: first }] = useState(opened)
  const [fields, setFields] = useState(first)
  const [signedName, setSignedName] = useState('')
  const mistakes = change.data?.mistakes ?? {}
  const send = (draft: boolean) =>
    change.mutate(
      {
        id: visitId,
        form: name,
        version,
        fields,
        draft,
        ...(content.signed && signedName !== '' && { name: signedName }),
      },
      { onSuccess: ({ done }) => done && close() },
    )
  return (
    <Form
      aria-label={content.title}
      change={change}
      isChanged={fields !== first || signedName !== ''}
      onSubmit={() => send(false)}
      submit={words.forms.save}
      close={close}
      closeText={words.forms.cancel}
    >
      <Text fw={600} size="sm">
        <bdi>{content.title}</bdi>
      </Text>
      {content.text && (
        <Text size="sm" className={classes.notes}>
          {content.text}
        </Text>
      )}
      <FormFields {...{ content, fields, mistakes, changed }} change={setFields} />
      {content.signed && (
        <TextInput
          size="xs"
          label={words.forms.signName}
          value={signedName}
          maxLength={200}
          error={mistakes.signature && words.forms.mistakes.signature}
          onChange={({ currentTarget }) => setSignedName(currentTarget.value)}
        />
      )}
      <Button size="compact-xs" variant="subtle" onClick={() => send(true)}>
        {words.forms.saveDraft}
      </Button>
      {change.variables?.draft && change.isSuccess && (
        <Text size="sm" role="status">
          {words.forms.draftSaved}
        </Text>
      )}
    </Form>
  )
}

function Answers({ patientId, shown }: { patientId: number; shown: readonly number[] }) {
  const { data, error } = useOperation('patient-forms', { id: patientId })
  if (error) return <RefusalNote refusal={error} />
  if (!data) return <DelayedLoader />
  return (
    <Stack gap="sm" mt="xs">
      {data
        .filter(({ id }) => shown.includes(id))
        .map((form) => (
          <FilledFormCard key={form.id} form={form} patientId={patientId} />
        ))}
    </Stack>
  )
}

/** An answer in words. */
export function useAnswerText() {
  const { words } = useLanguage()
  return ({ kind, options = [] }: Question, answer: unknown): string => {
    if (answer === undefined) return words.forms.noAnswer
    if (typeof answer === 'boolean') return answer ? words.forms.yes : words.forms.no
    return [answer]
      .flat()
      .map((one) =>
        kind === 'body-sites'
          ? wordFor(words.forms.bodySites, String(one))
          : (options.find(({ key }) => key === one)?.label ?? String(one)),
      )
      .join(', ')
  }
}

function FilledFormCard({ form, patientId }: { form: FilledForm; patientId: number }) {
  const { words, locale } = useLanguage()
  const { may, member } = useWorkspace()
  const answerText = useAnswerText()
  const change = useChange('form-withdraw')
  const [asks, setAsks] = useState(false)
  const { content, answers, signature, version, completedAt } = form
  const formatDate = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(iso),
    )
  const authors = {
    PATIENT: words.forms.byPatient(version),
    TABLET: words.forms.byTablet(version),
    STAFF: words.forms.byStaff(version, form.member ?? ''),
  }
  return (
    <article aria-label={content.title}>
      <Text fw={600} size="sm">
        <bdi>{content.title}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {authors[form.filledBy]} · <time dateTime={completedAt}>{formatDate(completedAt)}</time>
      </Text>
      {content.text && signature && (
        <Text size="sm" className={classes.notes}>
          {content.text}
        </Text>
      )}
      {answers === null ? (
        <Text size="sm" role="alert">
          {words.forms.unreadable}
        </Text>
      ) : (
        <dl className={classes.answers}>
          {content.questions
            .filter(({ key, shownIf }) => key in answers || shownIf === undefined)
            .map((question) => (
              <div key={question.key}>
                <dt>
                  <bdi>{question.label}</bdi>
                </dt>
                <dd>
                  <bdi>{answerText(question, answers[question.key])}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      )}
      {signature && (
        <>
          {signature.drawing && (
            <svg
              className={classes.signature}
              viewBox="0 0 600 180"
              role="img"
              aria-label={words.forms.signedDrawn}
            >
              <path d={signature.drawing} fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          )}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              signature.name !== ''
                ? words.forms.signedBy(signature.name)
                : words.forms.signedDrawn,
              signature.contact &&
                `${words.forms.contact(signature.contact.value)} (${formatDate(signature.contact.provenAt)})`,
              signature.address,
              words.forms.hash(signature.textHash),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {signature.withdrawnAt !== null && (
            <Text size="sm" fw={600}>
              {`${words.forms.isWithdrawn}: ${words.forms.withdrawnOn(formatDate(signature.withdrawnAt))}`}
            </Text>
          )}
          <Link
            to={paths.signedForm}
            params={{
              workspace: member.workspace,
              patient: String(patientId),
              form: String(form.id),
            }}
            className={classes.link}
          >
            {words.forms.print}
          </Link>
          {signature.withdrawnAt === null && may('patients:write') && !asks && (
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => setAsks(true)}>
              {words.forms.withdraw}
            </Button>
          )}
          {asks && (
            <Confirmation
              question={words.forms.withdrawAsk}
              change={change}
              confirm={words.forms.withdraw}
              onConfirm={() =>
                change.mutate({ patientId, id: form.id }, { onSuccess: () => setAsks(false) })
              }
              cancel={() => setAsks(false)}
            />
          )}
        </>
      )}
    </article>
  )
}
