// A signed form with its evidence, to print (FORM-04). Only the paper is printed.

import { Button, Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import classes from '../ui/paper.module.css'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import panel from './panel.module.css'
import { type FilledForm, useAnswerText } from './visit-forms.tsx'

export function SignedFormScreen() {
  const { patient, form } = useParams({ from: paths.signedForm })
  const { words } = useLanguage()
  const { data, error } = useOperation('patient-forms', {
    id: Number(patient),
    fillId: Number(form),
  })
  const { data: record } = useOperation('patient-show', { id: Number(patient) })
  return (
    <section className={classes.screen} aria-labelledby="signed-form-title">
      <RefusalNote refusal={error} />
      {!data && !error && <DelayedLoader />}
      {data?.map((filled) => (
        <div key={filled.id}>
          <Group className={classes.unprinted} mb="sm">
            <Button size="xs" autoFocus onClick={() => print()}>
              {words.forms.print}
            </Button>
          </Group>
          <Paper filled={filled} patient={record && patientName(record.patient, words)} />
        </div>
      ))}
    </section>
  )
}

function Paper({ filled, patient }: { filled: FilledForm; patient: string | undefined }) {
  const { words, locale } = useLanguage()
  const { member } = useWorkspace()
  const answerText = useAnswerText()
  const { content, answers, signature, completedAt, language, version } = filled
  const formatMinute = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso))
  const facts = [
    [words.forms.patient, patient],
    [words.forms.signer, signature?.name],
    [words.forms.signedAt, formatMinute(completedAt)],
    [words.forms.language, new Intl.DisplayNames(locale, { type: 'language' }).of(language)],
    [words.forms.version, String(version)],
    [
      words.forms.verifiedContact,
      signature?.contact &&
        `${signature.contact.value} (${formatMinute(signature.contact.provenAt)})`,
    ],
    [words.forms.address, signature?.address],
    [words.forms.textHash, signature?.textHash],
    [
      words.forms.isWithdrawn,
      signature?.withdrawnAt == null ? undefined : formatMinute(signature.withdrawnAt),
    ],
  ] as const
  return (
    <article className={classes.paper} aria-labelledby="signed-form-title">
      <p className={classes.clinic}>
        <bdi>{member.title}</bdi>
      </p>
      <h1 id="signed-form-title" className={classes.number}>
        <bdi>{content.title}</bdi>
      </h1>
      {content.text && (
        <div className={classes.head}>
          <p className={panel.notes} lang={content.language} dir="auto">
            {content.text}
          </p>
        </div>
      )}
      {answers !== null && content.questions.length > 0 && (
        <dl className={classes.facts}>
          {content.questions
            .filter(({ key }) => key in answers)
            .map((question) => (
              <Fact key={question.key} name={question.label}>
                {answerText(question, answers[question.key])}
              </Fact>
            ))}
        </dl>
      )}
      {signature?.drawing && (
        <svg
          className={panel.signature}
          viewBox="0 0 600 180"
          role="img"
          aria-label={words.forms.signedDrawn}
        >
          <path d={signature.drawing} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      )}
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </dl>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}
