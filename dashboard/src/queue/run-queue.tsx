// Runs one queue: who is inside, who is called, who comes next. Every operation takes one click or
// one key.

import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { sentElsewhere } from '../ui/confirmation.tsx'
import { DeskMoney } from '../ui/desk-money.tsx'
import { isDue } from '../ui/due.ts'
import { Form } from '../ui/form.tsx'
import { isFieldInput, shortcutLetter, useKeyDown } from '../ui/keys.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { StatusMark, toneClass } from '../ui/status.tsx'
import { clockTime, moneyText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import {
  type ActionName,
  canPerform,
  type Queue,
  type QueueActions,
  type QueueLine,
  type Token,
  tokenActions,
  useClinicTime,
  useQueueActions,
} from './queries.ts'
import classes from './queue.module.css'

interface RunQueueProps {
  line: QueueLine
  queue: Queue
  answeredAt: number
  mayRun: boolean
  showSlip(token: number): void
}

const actionNames = Object.keys(tokenActions) as ActionName[]
/** What a member must enter before an action. */
type ActionQuestion = { name: 'cancel' | 'move'; token: Token } | { name: 'end' }

export function RunQueue({ line, queue, answeredAt, mayRun, showSlip }: RunQueueProps) {
  const { words } = useLanguage()
  const actions = useQueueActions(queue, line.date)
  const now = useClinicTime(line, answeredAt)
  const [selectedId, setSelectedId] = useState<number>()
  const [question, setQuestion] = useState<ActionQuestion>()
  const { tokens, state } = queue
  const withStatus = (...statuses: Token['status'][]) =>
    tokens.filter(({ status }) => statuses.includes(status))
  const inConsultation = withStatus('IN_CONSULTATION')
  const called = withStatus('CALLED')
  const waiting = withStatus('WAITING')
  const skipped = withStatus('SKIPPED')
  const done = withStatus('COMPLETED', 'NO_SHOW', 'CANCELLED')
  const selected = tokens.find(({ id }) => id === selectedId)

  /** The token of an action: the chosen one, or else the one whose turn it is. */
  function findActionToken(name: ActionName): Token | undefined {
    const { lastTokenId } = actions
    const servedTokens = [...called.toReversed(), ...inConsultation.toReversed()]
    // Undoes the last action at this desk, and never one for another patient.
    const isLatest = ({ id }: Token) =>
      name !== 'takeBack' || lastTokenId === undefined || id === lastTokenId
    const candidates = [
      selected,
      ...servedTokens.filter(isLatest),
      ...(name === 'return' ? skipped.toReversed() : []),
    ]
    return candidates.find((token) => token && canPerform(name, token, now))
  }
  function run(name: ActionName, token: Token) {
    if (name === 'move' || name === 'cancel') setQuestion({ name, token })
    else actions.act(name, token)
  }
  useKeyDown((event) => {
    if (!mayRun || isFieldInput(event) || question) return
    const rows = [...inConsultation, ...called, ...waiting, ...skipped]
    const rowIndex = rows.findIndex(({ id }) => id === selectedId)
    if (event.key === 'ArrowDown') setSelectedId(rows[Math.min(rowIndex + 1, rows.length - 1)]?.id)
    else if (event.key === 'ArrowUp') setSelectedId(rows[Math.max(rowIndex - 1, 0)]?.id)
    else if (event.key === 'Escape' && selected) setSelectedId(undefined)
    else if (shortcutLetter(event) === 'n' && state === 'RUNNING' && waiting.length > 0)
      actions.next()
    else if (shortcutLetter(event) === 'o' && state === 'NOT_STARTED') actions.start()
    else {
      const name = actionNames.find(
        (candidate) => tokenActions[candidate].key === shortcutLetter(event),
      )
      const token = name && state !== 'ENDED' ? findActionToken(name) : undefined
      if (!name || !token) return
      run(name, token)
    }
    event.preventDefault()
  })

  const [next] = waiting
  const row = (token: Token) => (
    <TokenRow
      key={token.id}
      {...{
        token,
        now,
        mayRun: mayRun && state !== 'ENDED',
        isRunning: state === 'RUNNING',
        showSlip,
      }}
      isSelected={token.id === selectedId}
      select={() => setSelectedId(token.id === selectedId ? undefined : token.id)}
      run={(name) => run(name, token)}
    />
  )
  return (
    <div className={classes.queue}>
      <p className={classes.state} role="status">
        <span>{queue.doctorName}</span>
        <span>
          {state === 'RUNNING' && queue.startedAt
            ? words.line.runningSince(clockTime(queue.startedAt))
            : words.day.queueStates[state]}{' '}
          · {words.line.given(queue.bookedCount, queue.maxAppointments)}
        </span>
      </p>
      <RefusalNote refusal={actions.refusal} />
      {question && (
        <ActionQuestionForm
          asked={question}
          actions={actions}
          queue={queue}
          close={() => setQuestion(undefined)}
        />
      )}
      {mayRun && state === 'NOT_STARTED' && (
        <Button size="lg" loading={actions.isBusy} onClick={actions.start} aria-keyshortcuts="o">
          {words.line.start} <kbd className={classes.key}>O</kbd>
        </Button>
      )}
      {(inConsultation.length > 0 || called.length > 0) && (
        <div className={classes.now}>
          {[...inConsultation, ...called].map((token) => (
            <CurrentToken
              key={token.id}
              {...{ token, now, mayRun: mayRun && state !== 'ENDED' }}
              run={(name) => run(name, token)}
            />
          ))}
        </div>
      )}
      {mayRun && state === 'RUNNING' && (
        <div className={classes.nextBar}>
          <Button
            size="lg"
            fullWidth
            disabled={!next || actions.isBusy}
            onClick={actions.next}
            aria-keyshortcuts="n"
          >
            {next ? words.line.callNext(next.tokenDisplay) : words.line.noOneWaiting}{' '}
            {next && <kbd className={classes.key}>N</kbd>}
          </Button>
        </div>
      )}
      <TokenSection
        title={words.line.waiting(waiting.length)}
        tokens={waiting}
        row={row}
        empty={state === 'ENDED' ? undefined : words.line.noOneWaiting}
      />
      <TokenSection title={words.line.skipped(skipped.length)} tokens={skipped} row={row} />
      {done.length > 0 && (
        <details className={classes.done}>
          <summary>{words.line.done(done.length)}</summary>
          <ul className={classes.rows}>{done.map(row)}</ul>
        </details>
      )}
      {mayRun && state === 'RUNNING' && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.end}
          onClick={() => setQuestion({ name: 'end' })}
        >
          {words.line.end}
        </Button>
      )}
    </div>
  )
}

function TokenSection({
  title,
  tokens,
  row,
  empty,
}: {
  title: string
  tokens: readonly Token[]
  row(token: Token): React.ReactNode
  empty?: string | undefined
}) {
  if (tokens.length === 0 && !empty) return null
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {tokens.length === 0 ? (
        <p className={classes.none}>{empty}</p>
      ) : (
        <ul className={classes.rows}>{tokens.map(row)}</ul>
      )}
    </section>
  )
}

interface TokenProps {
  token: Token
  now: number
  mayRun: boolean
  run(name: ActionName): void
}

const minutesSince = (timestamp: string | null, now: number) =>
  timestamp === null ? 0 : Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000))

/** Whose turn it is, in large type. */
function CurrentToken({ token, now, mayRun, run }: TokenProps) {
  const { words } = useLanguage()
  const { status, tokenDisplay, patient, calledAt, beganAt, chiefComplaint } = token
  const mainAction = status === 'CALLED' ? 'begin' : 'complete'
  return (
    <article
      className={`${classes.turn} ${toneClass(status)}`}
      aria-label={`${tokenDisplay} ${patientName(patient, words)}`}
    >
      <div className={classes.turnHead}>
        <strong className={classes.number}>{tokenDisplay}</strong>
        <span className={classes.turnStatus}>
          <StatusMark status={status} />
          <span className={classes.soft}>
            {words.line.sinceMinutes(minutesSince(status === 'CALLED' ? calledAt : beganAt, now))}
          </span>
        </span>
      </div>
      <div className={classes.turnName}>{patientName(patient, words)}</div>
      {chiefComplaint && <div className={classes.soft}>{chiefComplaint}</div>}
      {isDue(token) && (
        <details className={classes.money}>
          <summary>
            <AmountDue token={token} />
          </summary>
          <DeskMoney owed={token} />
        </details>
      )}
      {mayRun && <Actions {...{ token, now, run, main: mainAction }} isRunning />}
    </article>
  )
}

/** What still has to be paid. */
function AmountDue({ token }: { token: Token }) {
  const { words, locale } = useLanguage()
  return (
    isDue(token) && (
      <span className={classes.due}>
        {words.day.due(moneyText(token.dueAmount, token.currency, locale))}
      </span>
    )
  )
}

function Actions({
  token,
  now,
  run,
  main: mainAction,
  isRunning,
}: Omit<TokenProps, 'mayRun'> & { main?: ActionName; isRunning: boolean }) {
  const { words } = useLanguage()
  return (
    <Group gap={6} className={classes.actions}>
      {actionNames
        .filter(
          (name) =>
            canPerform(name, token, now) && (isRunning || name === 'move' || name === 'cancel'),
        )
        .map((name) => (
          <Button
            key={name}
            size={name === mainAction ? 'sm' : 'xs'}
            variant={name === mainAction ? 'filled' : 'default'}
            aria-keyshortcuts={tokenActions[name].key}
            onClick={() => run(name)}
          >
            {words.line.actions[name]}{' '}
            <kbd className={classes.key}>{tokenActions[name].key.toUpperCase()}</kbd>
          </Button>
        ))}
    </Group>
  )
}

interface TokenRowProps extends TokenProps {
  isRunning: boolean
  isSelected: boolean
  select(): void
  showSlip(token: number): void
}

function TokenRow({
  token,
  now,
  mayRun,
  isRunning,
  isSelected,
  select,
  run,
  showSlip,
}: TokenRowProps) {
  const { words } = useLanguage()
  const { status, tokenDisplay, patient, position, wait, arrivedAt } = token
  return (
    <li className={classes.item} data-selected={isSelected || undefined}>
      <button type="button" className={classes.row} aria-expanded={isSelected} onClick={select}>
        <span className={classes.place}>{position ?? ''}</span>
        <strong className={classes.token}>{tokenDisplay}</strong>
        <span className={classes.who}>{patientName(patient, words)}</span>
        <span className={classes.wait}>
          <AmountDue token={token} />
          {status === 'WAITING' ? (
            <>
              {arrivedAt && <span className={classes.here}>{words.status.ARRIVED}</span>}
              {wait && words.line.wait(wait.fromMinutes, wait.toMinutes)}
            </>
          ) : (
            <StatusMark status={status} />
          )}
        </span>
      </button>
      {isSelected && (
        <div className={classes.more}>
          <PatientHead patient={patient} beside={token.id} booksAt={{}} leadsToRecord />
          {token.chiefComplaint && <span>{token.chiefComplaint}</span>}
          {token.payableAmount > 0 && (
            <div className={classes.money}>
              <DeskMoney owed={token} />
            </div>
          )}
          {mayRun && <Actions {...{ token, now, run, isRunning }} />}
          <Button size="xs" variant="subtle" onClick={() => showSlip(token.id)}>
            {words.line.slip}
          </Button>
        </div>
      )}
    </li>
  )
}

function ActionQuestionForm({
  asked: question,
  actions,
  queue,
  close,
}: {
  asked: ActionQuestion
  actions: QueueActions
  queue: Queue
  close(): void
}) {
  const { words } = useLanguage()
  const { values, isChanged, text, choice } = useFields({
    reason: '',
    position: 1 as string | number,
  })
  const title =
    question.name === 'end'
      ? words.line.endAsk(queue.waiting)
      : words.line.asks[question.name](question.token.tokenDisplay)
  function submit() {
    const reason = values.reason.trim()
    if (question.name === 'end') actions.end()
    else if (question.name === 'cancel') actions.act('cancel', question.token, reason)
    else actions.move(question.token, Number(values.position) || 1, reason)
    close()
  }
  return (
    <Form
      className={classes.ask}
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      change={sentElsewhere}
      isChanged={isChanged}
      onSubmit={submit}
      submit={question.name === 'end' ? words.line.end : words.line.actions[question.name]}
      isDanger={question.name !== 'move'}
      focus={question.name === 'end' ? 'submit' : undefined}
      close={close}
    >
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {question.name === 'move' && (
        <NumberInput
          size="xs"
          label={words.line.place}
          min={1}
          max={5000}
          autoFocus
          {...choice('position')}
        />
      )}
      {question.name !== 'end' && (
        <TextInput
          size="xs"
          label={words.visit.cancelReason}
          required={question.name === 'move'}
          maxLength={500}
          autoFocus={question.name === 'cancel'}
          {...text('reason')}
        />
      )}
    </Form>
  )
}
