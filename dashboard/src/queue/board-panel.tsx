// The boards of a location: creating one, giving it a new link, and removing it. A link is shown
// only once, with its code (LINE-04).

import { Button, Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import type { Output } from '../api/call.ts'
import { useChange, useOperation } from '../api/workspace.tsx'
import { Confirmation } from '../ui/confirmation.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Form } from '../ui/form.tsx'
import { PanelHead } from '../ui/panel-head.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { languages, useLanguage } from '../words/words.tsx'
import type { QueueLine } from './queries.ts'
import classes from './queue.module.css'

type Board = Output<'board-list'>[number]
type BoardLink = Output<'board-make'>

export function BoardPanel({ line, close }: { line: QueueLine; close(): void }) {
  const { words } = useLanguage()
  const boards = useOperation('board-list', { addressId: line.addressId })
  const [isAdding, setIsAdding] = useState(false)
  const [link, setLink] = useState<BoardLink>()
  return (
    <Stack gap="md">
      <PanelHead title={words.board.title} close={close} />
      {link ? (
        <BoardLinkCard link={link} close={() => setLink(undefined)} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {words.board.text}
          </Text>
          <RefusalNote refusal={boards.error} />
          {boards.data?.length === 0 && !isAdding && <Text size="sm">{words.board.none}</Text>}
          {isAdding ? (
            <NewBoard
              line={line}
              close={() => setIsAdding(false)}
              onCreated={(createdLink) => {
                setIsAdding(false)
                setLink(createdLink)
              }}
            />
          ) : (
            <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
              {words.board.add}
            </Button>
          )}
          <ul className={classes.boards}>
            {boards.data?.map((board) => (
              <li key={board.id} className={classes.board}>
                <BoardCard board={board} renewed={setLink} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}

function BoardLinkCard({ link: { name, url }, close }: { link: BoardLink; close(): void }) {
  const { words } = useLanguage()
  return (
    <section className={classes.link} aria-label={words.board.linkTitle(name)}>
      <Stack gap="sm">
        <Text fw={600}>{words.board.linkTitle(name)}</Text>
        <Text size="sm">{words.board.linkText}</Text>
        <Code block dir="ltr" className={classes.url}>
          {url}
        </Code>
        <img
          className={classes.code}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { ecc: 'M', border: 2 }))}`}
          alt={words.board.codeAlt}
        />
        <Group gap="xs">
          <CopyButton value={url} size="xs" text={words.board.copy} />
          <Button
            size="xs"
            variant="default"
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
          >
            {words.board.open}
          </Button>
          <Button size="xs" autoFocus onClick={close}>
            {words.board.done}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

function NewBoard({
  line,
  close,
  onCreated,
}: {
  line: QueueLine
  close(): void
  onCreated(link: BoardLink): void
}) {
  const { words, code } = useLanguage()
  const make = useChange('board-make')
  const { values, set, isChanged, text } = useFields({
    name: words.board.defaultBoardName,
    language: code,
    isForChosenQueues: false,
    chosenShiftIds: [] as readonly number[],
  })
  const { isForChosenQueues, chosenShiftIds } = values
  const queues = line.queues.filter(({ mode }) => mode === 'OFFLINE')
  function submit() {
    const request = {
      addressId: line.addressId,
      name: values.name.trim(),
      language: values.language as Board['language'],
      qmsWorkShiftIds: isForChosenQueues ? [...chosenShiftIds] : [],
    }
    make.mutate(request, { onSuccess: onCreated })
  }
  return (
    <Form
      aria-label={words.board.add}
      gap="sm"
      change={make}
      isChanged={isChanged}
      isComplete={values.name.trim() !== '' && (!isForChosenQueues || chosenShiftIds.length > 0)}
      onSubmit={submit}
      submit={words.board.make}
      close={close}
    >
      <TextInput label={words.board.name} required maxLength={60} autoFocus {...text('name')} />
      <NativeSelect
        label={words.board.language}
        data={languages.map(({ code: value, name: label }) => ({ value, label }))}
        {...text('language')}
      />
      {queues.length > 1 && (
        <NativeSelect
          label={words.board.shifts}
          value={isForChosenQueues ? 'some' : 'all'}
          data={[
            { value: 'all', label: words.board.all },
            { value: 'some', label: words.board.some },
          ]}
          onChange={({ currentTarget }) =>
            set({ isForChosenQueues: currentTarget.value === 'some' })
          }
        />
      )}
      {isForChosenQueues &&
        queues.map(({ qmsWorkShiftId: id, doctorName, startTime, endTime }) => (
          <Checkbox
            key={id}
            size="xs"
            checked={chosenShiftIds.includes(id)}
            label={
              <>
                {doctorName} · <bdi dir="ltr">{`${startTime}–${endTime}`}</bdi>
              </>
            }
            onChange={({ currentTarget }) =>
              set({
                chosenShiftIds: currentTarget.checked
                  ? [...chosenShiftIds, id]
                  : chosenShiftIds.filter((other) => other !== id),
              })
            }
          />
        ))}
    </Form>
  )
}

function BoardCard({
  board,
  renewed: onRenewed,
}: {
  board: Board
  renewed(link: BoardLink): void
}) {
  const { words, locale } = useLanguage()
  const renew = useChange('board-renew')
  const withdraw = useChange('board-withdraw')
  const [question, setQuestion] = useState<'renew' | 'withdraw'>()
  const { id, name, createdAt, qmsWorkShiftIds } = board
  const language = languages.find(({ code }) => code === board.language)?.name
  const queuesText =
    qmsWorkShiftIds.length === 0 ? words.board.all : words.board.queueCount(qmsWorkShiftIds.length)
  return (
    <Stack gap={6}>
      <Text fw={600} dir="auto">
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {queuesText} · {language}
        <br />
        {words.board.made(dateText(datePart(createdAt), locale, 'short'), clockTime(createdAt))}
      </Text>
      {question ? (
        <Confirmation
          question={
            question === 'renew' ? words.board.renewAsk(name) : words.board.withdrawAsk(name)
          }
          change={question === 'renew' ? renew : withdraw}
          confirm={question === 'renew' ? words.board.renew : words.board.withdraw}
          onConfirm={() =>
            question === 'renew'
              ? renew.mutate({ id }, { onSuccess: onRenewed })
              : withdraw.mutate({ id })
          }
          cancel={() => setQuestion(undefined)}
          isDanger={question === 'withdraw'}
        />
      ) : (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={`${words.board.renew}: ${name}`}
            onClick={() => setQuestion('renew')}
          >
            {words.board.renew}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`${words.board.withdraw}: ${name}`}
            onClick={() => setQuestion('withdraw')}
          >
            {words.board.withdraw}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
