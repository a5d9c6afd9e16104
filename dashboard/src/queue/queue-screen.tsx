// The queues of a location: one is shown, and the others are one click away.

import { Button, NativeSelect, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { useEscape } from '../ui/escape.ts'
import { isFieldInput, shortcutLetter, useKeyDown } from '../ui/keys.ts'
import { FormsStayWhile } from '../ui/leave-guard.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { findStoredLocation, storeLocation } from '../ui/stored-location.ts'
import { dateText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { BoardPanel } from './board-panel.tsx'
import { GivePanel } from './give-panel.tsx'
import { type Queue, type QueueLine, useLine } from './queries.ts'
import classes from './queue.module.css'
import { closedPanels, type QueueSearch } from './queue-search.ts'
import { RunQueue } from './run-queue.tsx'
import { SlipPanel } from './slip.tsx'

export function QueueScreen() {
  const search = useSearch({ from: paths.queue })
  const navigate = useNavigate({ from: paths.queue })
  const { workspace, member, may } = useWorkspace()
  const { words, locale } = useLanguage()
  const locations = useOperation('location-list', {})
  const addressId = search.at ?? findStoredLocation(workspace, locations.data)?.id
  const line = useLine(addressId, search.date)
  const go = useCallback(
    (change: Partial<QueueSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  )
  const close = useCallback(() => go(closedPanels), [go])
  const mayRun = may('queue:write')
  const queue = line.data && selectQueue(line.data, search.shift)
  useKeyDown((event) => {
    if (isFieldInput(event) || shortcutLetter(event) !== 'g' || !queue || !mayRun) return
    event.preventDefault()
    go({ ...closedPanels, give: true })
  })

  const slipToken =
    search.slip === undefined ? undefined : queue?.tokens.find(({ id }) => id === search.slip)
  // A board shows everyone who waits there, so it is hidden from a member who sees only their own
  // visits.
  const mayManageBoards = mayRun && !member.rights.ownVisits
  const queuePanel = search.give ? 'give' : slipToken && 'slip'
  const panel = search.boards && mayManageBoards ? 'boards' : queue && queuePanel
  useEscape(panel && close)
  const panelName = { boards: words.board.title, give: words.line.give, slip: words.line.slip }
  return (
    <div className={classes.screen} data-panel={panel}>
      <section className={classes.main} aria-labelledby="queue-title">
        <div className={classes.toolbar}>
          <h1 id="queue-title" className={classes.title}>
            {words.line.title}
            {line.data && <span className={classes.date}>{dateText(line.data.date, locale)}</span>}
          </h1>
          {(locations.data?.length ?? 0) > 1 && (
            <NativeSelect
              aria-label={words.day.location}
              size="xs"
              value={String(addressId)}
              data={
                locations.data?.map(({ id, name, city }) => ({
                  value: String(id),
                  label: city || name,
                })) ?? []
              }
              onChange={({ currentTarget }) => {
                storeLocation(workspace, Number(currentTarget.value))
                go({ at: Number(currentTarget.value), shift: undefined, slip: undefined })
              }}
            />
          )}
          <div className={classes.tools}>
            {mayManageBoards && (
              <Button
                size="xs"
                variant="subtle"
                onClick={() => go({ ...closedPanels, boards: true })}
              >
                {words.board.title}
              </Button>
            )}
            {queue && mayRun && queue.state !== 'ENDED' && (
              <Button
                size="xs"
                variant="default"
                aria-keyshortcuts="g"
                onClick={() => go({ ...closedPanels, give: true })}
              >
                {words.line.give} <kbd className={classes.key}>G</kbd>
              </Button>
            )}
          </div>
        </div>
        <RefusalNote refusal={locations.error ?? line.error} />
        {!line.data && !(locations.error ?? line.error) && <DelayedLoader />}
        {line.data && !queue && (
          <Text p="xl" c="dimmed">
            {words.line.noShifts}
          </Text>
        )}
        {line.data && queue && (
          <>
            {line.data.queues.length > 1 && (
              <QueueTabs
                line={line.data}
                shown={queue}
                choose={(shift) => go({ shift, slip: undefined })}
              />
            )}
            <RunQueue
              key={queue.qmsWorkShiftId}
              line={line.data}
              queue={queue}
              answeredAt={line.dataUpdatedAt}
              mayRun={mayRun}
              showSlip={(slip) => go({ ...closedPanels, slip })}
            />
          </>
        )}
      </section>
      {panel && line.data && (
        <aside className={classes.panel} aria-label={panelName[panel]}>
          <FormsStayWhile same={({ give, boards }) => `${give} ${boards}`}>
            {panel === 'boards' && <BoardPanel line={line.data} close={close} />}
            {panel === 'give' && queue && (
              <GivePanel
                queue={queue}
                date={line.data.date}
                at={line.data.addressId}
                close={close}
                given={(slip) => go({ ...closedPanels, slip })}
              />
            )}
            {panel === 'slip' && queue && slipToken && (
              <SlipPanel
                token={slipToken}
                queue={queue}
                date={line.data.date}
                publicUrl={line.data.publicUrl}
                close={close}
                another={() => go({ ...closedPanels, give: true })}
              />
            )}
          </FormsStayWhile>
        </aside>
      )}
    </div>
  )
}

/** The requested queue, or else the running one, or else the first. */
function selectQueue({ queues }: QueueLine, shift: number | undefined): Queue | undefined {
  return (
    queues.find(({ qmsWorkShiftId }) => qmsWorkShiftId === shift) ??
    queues.find(({ state }) => state === 'RUNNING') ??
    queues[0]
  )
}

function QueueTabs({
  line,
  shown: selected,
  choose,
}: {
  line: QueueLine
  shown: Queue
  choose(shift: number): void
}) {
  const { words } = useLanguage()
  return (
    <nav className={classes.shifts} aria-label={words.line.shifts}>
      {line.queues.map((queue) => (
        <button
          key={queue.qmsWorkShiftId}
          type="button"
          className={classes.shift}
          aria-current={queue === selected || undefined}
          data-state={queue.state}
          onClick={() => choose(queue.qmsWorkShiftId)}
        >
          <strong>{queue.doctorName}</strong>
          <span>
            <bdi dir="ltr">
              <bdi dir="ltr">{`${queue.startTime}–${queue.endTime}`}</bdi>
            </bdi>{' '}
            ·{' '}
            {queue.state === 'RUNNING'
              ? words.day.queueWaiting(queue.waiting)
              : words.day.queueStates[queue.state]}
          </span>
        </button>
      ))}
    </nav>
  )
}
