// What a patient and the clinic write to each other: in the record and in the panel of a visit.

import { Button, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './conversation.module.css'
import { Form } from './form.tsx'
import { RefusalNote } from './refusal.tsx'
import { useFields } from './use-fields.ts'

const shownMax = 20

type Message = Output<'patient-messages'>['messages'][number]

interface ConversationProps {
  patientId: number
  /** Times are shown in this zone. */
  timezone: string
}

/** The messages of a patient as a card of the record, also if there are none. */
export function ConversationCard(props: ConversationProps) {
  const { words } = useLanguage()
  const { messages, error } = useMessages(props.patientId)
  return (
    <Card title={words.messages.title}>
      <RefusalNote refusal={error} />
      {messages?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.messages.none}
        </Text>
      )}
      {messages && messages.length > 0 && <Messages messages={messages} {...props} />}
    </Card>
  )
}

/** The same in a panel, if there are any. */
export function ConversationSection(props: ConversationProps) {
  const { words } = useLanguage()
  const { messages } = useMessages(props.patientId)
  if (!messages || messages.length === 0) return null
  return (
    <section aria-label={words.messages.title}>
      <Text component="h3" fw={600} size="sm" m={0} mb={4}>
        {words.messages.title}
      </Text>
      <Messages messages={messages} {...props} />
    </section>
  )
}

/** The last messages, the oldest first. The audit records an opening once for each page. */
function useMessages(patientId: number) {
  const { workspace } = useWorkspace()
  const opened = useRef<number>(undefined)
  const { data, error } = useQuery<Output<'patient-messages'>, Refusal>({
    queryKey: [workspace, 'patient-messages', { id: patientId }],
    queryFn: async () => {
      const answer = await callOperation(workspace, 'patient-messages', {
        id: patientId,
        limit: shownMax,
        ...(opened.current !== undefined && { opened: opened.current }),
      })
      opened.current = answer.opened ?? undefined
      return answer
    },
    gcTime: 0,
  })
  return { messages: data?.messages.toReversed(), error }
}

function Messages({
  messages,
  patientId,
  timezone,
}: ConversationProps & { messages: readonly Message[] }) {
  const { may } = useWorkspace()
  const last = messages.findLast(({ fromPatient }) => fromPatient)
  return (
    <>
      <ol className={classes.messages}>
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} timezone={timezone} />
        ))}
      </ol>
      {last && may('patients:write') && (
        <AnswerForm
          patientId={patientId}
          last={last}
          isOpen={messages.some(({ isOpen }) => isOpen)}
        />
      )}
    </>
  )
}

function MessageItem({ message, timezone }: { message: Message; timezone: string }) {
  const { words, locale } = useLanguage()
  const { at, fromPatient, channel, text, outcome, isOpen, writer, error } = message
  const automatic = outcome === 'CONFIRMATION' || outcome === 'PAGE'
  const handled = outcome === 'FOR_STAFF' || outcome === 'WRITTEN' ? null : outcome
  const state = message.delivery ?? message.state
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(new Date(at))
  const details = [
    wordFor(words.patients.channel, channel),
    automatic ? words.messages.automatic : writer,
    state !== null && state !== 'SENT' && wordFor(words.patients.noticeState, state),
  ].filter(Boolean)
  return (
    <li className={classes.message} data-from={fromPatient ? 'patient' : 'clinic'}>
      {text !== null && (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      )}
      {text === null && !automatic && (
        <p className={classes.handled}>{words.messages.unreadable}</p>
      )}
      {handled && <p className={classes.handled}>{words.messages.outcome[handled]}</p>}
      <p className={classes.details}>
        {isOpen && <strong className={classes.open}>{words.messages.open}</strong>}
        <span>{details.join(' · ')}</span>
        <time dateTime={at}>{time}</time>
        {error && <span lang="en">{error}</span>}
      </p>
    </li>
  )
}

function AnswerForm({
  patientId,
  last,
  isOpen,
}: {
  patientId: number
  last: Message
  isOpen: boolean
}) {
  const { words } = useLanguage()
  const send = useChange('patient-message-send')
  const done = useChange('patient-messages-done')
  const { values, isChanged, text, restart } = useFields({ answer: '' })
  return (
    <>
      <Form
        aria-label={words.messages.answer}
        change={send}
        isChanged={isChanged}
        isComplete={values.answer.trim() !== ''}
        onSubmit={() =>
          send.mutate({ id: patientId, text: values.answer }, { onSuccess: () => restart() })
        }
        submit={words.messages.send}
        actions={
          isOpen &&
          !isChanged && (
            <Button
              size="xs"
              variant="default"
              loading={done.isPending}
              onClick={() => done.mutate({ id: patientId, until: last.id })}
            >
              {words.messages.done}
            </Button>
          )
        }
      >
        <Textarea
          label={words.messages.answer}
          description={words.messages.hint[last.channel]}
          size="xs"
          autosize
          minRows={1}
          maxLength={1_000}
          {...text('answer')}
        />
      </Form>
      <RefusalNote refusal={done.error} />
    </>
  )
}
