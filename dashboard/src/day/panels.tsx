// The panels beside a day or a week, loaded separately: a visit, a booking, a blocked time or the
// waiting list.

import { useCallback } from 'react'
import type { Words } from '../../../words/en/dashboard.ts'
import type { OpenBlock } from '../blocks/block-list.tsx'
import { BlockPanel } from '../blocks/block-panel.tsx'
import { BookPanel } from '../booking/book-panel.tsx'
import { useEscape } from '../ui/escape.ts'
import { FormsStayWhile } from '../ui/leave-guard.tsx'
import { VisitPanel } from '../visit/visit-panel.tsx'
import { WaitingPanel } from '../waiting/waiting-panel.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import type { BookingTime, DaySearch } from './day-search.ts'
import { LatePanel } from './late-panel.tsx'
import type { Day } from './queries.ts'

export interface PanelsProps {
  day: Day
  search: DaySearch
  openVisit(visit: number | undefined, ask?: DaySearch['ask']): void
  openBlock: OpenBlock
  openBooking(time?: BookingTime): void
  /** Books a time of another practitioner in place of a visit. */
  replaceVisit(instead: number, time: BookingTime): void
  onBooked(visit: number): void
}

/** Another view or time beside the same panel leaves what was typed in it. */
const openPanel = ({ visit, ask, book, block, waiting, late, instead, patient }: DaySearch) =>
  JSON.stringify({ visit, ask, book, block, waiting, late, instead, patient })

export function Panels(props: PanelsProps) {
  const { search, openVisit } = props
  const { words } = useLanguage()
  const close = useCallback(() => openVisit(undefined), [openVisit])
  useEscape(close)
  return (
    <aside className={classes.panel} aria-label={panelName(search, words)}>
      <FormsStayWhile same={openPanel}>
        <OpenPanel {...props} close={close} />
      </FormsStayWhile>
    </aside>
  )
}

function OpenPanel({
  day,
  search,
  openVisit,
  openBlock,
  openBooking,
  replaceVisit,
  onBooked,
  close,
}: PanelsProps & { close(): void }) {
  if (search.book)
    return (
      <BookPanel day={day} search={search} close={close} choose={openBooking} onBooked={onBooked} />
    )
  if (search.block)
    return (
      <BlockPanel
        key={search.block}
        day={day}
        id={search.block}
        replace={replaceVisit}
        {...{ close, openBlock, openVisit }}
      />
    )
  if (search.waiting) return <WaitingPanel day={day} close={close} onBooked={openVisit} />
  const lateDoctor = day.doctors.find(({ doctorId }) => doctorId === search.late)
  if (lateDoctor)
    return <LatePanel key={lateDoctor.doctorId} day={day} column={lateDoctor} close={close} />
  return (
    <VisitPanel
      key={`${search.visit} ${search.ask}`}
      id={search.visit ?? 0}
      day={day}
      ask={search.ask}
      replace={replaceVisit}
      close={close}
      openVisit={openVisit}
    />
  )
}

function panelName({ book, block, waiting, late: lateDoctor }: DaySearch, words: Words): string {
  if (book) return words.book.title
  if (lateDoctor) return words.late.title
  if (block) return words.block.title
  return waiting ? words.waiting.title : words.visit.panel
}
