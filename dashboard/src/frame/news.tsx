// What patients did, behind a bell in the head of every screen, and how it is mailed to the member.

import { Badge, Button, NativeSelect, Popover, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Form } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { patientName } from '../ui/patient-name.ts'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './news.module.css'

const shownMax = 30
// The stream of changes reports most of it sooner.
const reloadMs = 60_000

type NewsItem = Output<'news-list'>['news'][number]

export function News() {
  const { words } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useOperation('news-list', { limit: shownMax }, { refetchInterval: reloadMs })
  const markSeen = useChange('news-seen')
  const unseen = data?.unseen ?? 0
  const newest = data?.news[0]?.at
  function setOpened(opens: boolean) {
    setIsOpen(opens)
    // What is new stays marked while the list is open.
    if (!opens && unseen > 0 && newest !== undefined) markSeen.mutate({ until: newest })
  }
  return (
    <Popover
      width={360}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.bell}
          aria-label={words.news.open(unseen)}
          onClick={() => setOpened(!isOpen)}
        >
          <Icon name="bell" />
          {unseen > 0 && (
            <Badge size="xs" circle className={classes.count} aria-hidden>
              {unseen >= shownMax ? `${shownMax}+` : unseen}
            </Badge>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={words.news.title}>
        {data && <NewsPanel data={data} close={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function NewsPanel({ data, close }: { data: Output<'news-list'>; close(): void }) {
  const { words } = useLanguage()
  return (
    <>
      <h2 className={classes.heading}>{words.news.title}</h2>
      {data.news.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.news.none}
        </Text>
      ) : (
        <ol className={classes.list}>
          {data.news.map((item, index) => (
            <li key={`${item.at} ${item.visitId} ${item.kind}`}>
              <NewsLink item={item} isNew={index < data.unseen} close={close} />
            </li>
          ))}
        </ol>
      )}
      <MailForm key={`${data.mails} ${data.mailTime}`} data={data} />
    </>
  )
}

/** Leads to the visit, or for a message to the record, where it is answered. */
function NewsLink({ item, isNew, close }: { item: NewsItem; isNew: boolean; close(): void }) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const { at, kind, visitId, addressId, startsAt, practitioner, patientId } = item
  const name = patientId === null ? words.news.erased : patientName(item, words)
  const happened = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(new Date(at))
  const content = (
    <>
      <span>
        <bdi>{name}</bdi> {words.news.kinds[kind]}
      </span>
      <small>
        {startsAt !== null && (
          <>
            {dateText(datePart(startsAt), locale, 'short')} ·{' '}
            <bdi dir="ltr">{clockTime(startsAt)}</bdi> ·{' '}
          </>
        )}
        {practitioner && <bdi>{practitioner}</bdi>}
      </small>
      <small>
        <time dateTime={at}>{happened}</time>
      </small>
    </>
  )
  const props = {
    className: classes.item,
    'data-new': isNew || undefined,
    onClick: close,
  }
  if (kind === 'WROTE' && patientId !== null && may('patients:read')) {
    return (
      <Link {...props} to={paths.patient} params={{ workspace, patient: String(patientId) }}>
        {content}
      </Link>
    )
  }
  if (visitId === null || addressId === null || startsAt === null)
    return (
      <div className={classes.item} data-new={isNew || undefined}>
        {content}
      </div>
    )
  return (
    <Link
      {...props}
      to={paths.day}
      params={{ workspace }}
      search={{ at: addressId, date: datePart(startsAt), visit: visitId }}
    >
      {content}
    </Link>
  )
}

const choices = ['NONE', 'AT_ONCE', 'HOURLY', 'DAILY'] as const

function MailForm({ data: { mails, mailTime } }: { data: Output<'news-list'> }) {
  const { words } = useLanguage()
  const change = useChange('news-mail')
  const { values, isChanged, text } = useFields({ mails, time: mailTime ?? '18:00' })
  const chosen = values.mails as (typeof choices)[number]
  return (
    <Form
      aria-label={words.news.mails}
      change={change}
      isChanged={isChanged}
      isComplete={isChanged && (chosen !== 'DAILY' || values.time !== '')}
      onSubmit={() =>
        change.mutate({ mails: chosen, ...(chosen === 'DAILY' && { time: values.time }) })
      }
      submit={words.news.save}
      size="xs"
    >
      <div className={classes.mails}>
        <NativeSelect
          label={words.news.mails}
          description={words.news.hint}
          size="xs"
          data={choices.map((value) => ({ value, label: words.news.choices[value] }))}
          {...text('mails')}
        />
        {chosen === 'DAILY' && (
          <TextInput type="time" label={words.news.time} size="xs" required {...text('time')} />
        )}
      </div>
    </Form>
  )
}
