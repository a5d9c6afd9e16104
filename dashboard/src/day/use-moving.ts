// Moving a visit in the grid: dragged with a mouse, dragged with a finger after holding it, or
// picked up with a key and moved by arrow keys (DAY-08). A move in progress is only local state;
// the service is called once, when the visit is dropped.

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { shortcutLetter } from '../ui/keys.ts'
import {
  isMovable,
  type MoveTarget,
  moveTargets,
  moveTargetsElsewhere,
  moveTargetsOnOtherDay,
  nearestTarget,
} from './move-targets.ts'
import type { CalendarColumn, DayVisit } from './queries.ts'

/**
 * How many pixels the pointer may move in a click, and how long a finger must rest before it picks
 * up a visit instead of scrolling.
 */
const dragThresholdPixels = 5
const holdMs = 350
/** The grid scrolls when the pointer is within this distance of its visible edge. */
const edgePixels = 40
const scrollStepPixels = 14
const pickUpKey = 'm'

export interface VisitMove {
  visit: DayVisit
  /** The column where the visit was, and the one that it is above now. */
  home: CalendarColumn
  shown: CalendarColumn
  target: MoveTarget
}

/**
 * Whether the visit is above a column of another practitioner or location: a visit keeps both, so a
 * new one is booked there.
 */
export const isToOtherColumn = ({ home, shown }: Pick<VisitMove, 'home' | 'shown'>) =>
  shown.column.doctorId !== home.column.doctorId || shown.day.addressId !== home.day.addressId

interface HeldMove extends VisitMove {
  targets: readonly MoveTarget[]
  by: 'keys' | 'pointer'
}

interface VisitMoveOptions {
  columns: readonly CalendarColumn[]
  /** Pixels per minute. */
  scale: number
  grid: RefObject<HTMLElement | null>
  /** Undefined if the member may not move visits. */
  drop: ((visitMove: VisitMove) => void) | undefined
  /** Whether columns run from right to left. */
  isRightToLeft: boolean
}

export function useVisitMove({ columns, scale, grid, drop, isRightToLeft }: VisitMoveOptions) {
  const [visitMove, setVisitMove] = useState<HeldMove>()
  // For listeners on the window, which outlive a render.
  const currentMove = useRef<HeldMove>(undefined)
  const stop = useRef<() => void>(undefined)
  const updateMove = useCallback((next: HeldMove | undefined) => {
    currentMove.current = next
    setVisitMove(next)
  }, [])
  /**
   * Aims at the time in a column that is nearest to a minute of the day; returns false if the
   * column has none.
   */
  const aimAt = useCallback(
    (column: CalendarColumn, minute: number): boolean => {
      const { current } = currentMove
      if (!current) return false
      const targets =
        column.key === current.shown.key
          ? current.targets
          : listTargets({ ...current, shown: column })
      const target = nearestTarget(targets, minute)
      if (target) updateMove({ ...current, shown: column, targets, target })
      return target !== undefined
    },
    [updateMove],
  )
  const endMove = useCallback(
    (isDropped: boolean) => {
      const endedMove = currentMove.current
      stop.current?.()
      updateMove(undefined)
      const hasChanged =
        endedMove &&
        (isToOtherColumn(endedMove) ||
          endedMove.target.fromDateTimeIso !== endedMove.visit.fromDateTimeTs)
      if (isDropped && hasChanged) drop?.(endedMove)
    },
    [drop, updateMove],
  )
  useEffect(() => () => stop.current?.(), [])

  /** The visit in a cell, if it can be moved. */
  function findMovableVisit(element: EventTarget, input: HeldMove['by']): HeldMove | undefined {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[role=gridcell]') : null
    const [, key, id] = /^(\S+) visit (\d+)$/.exec(cell?.dataset.key ?? '') ?? []
    const column = columns.find((one) => one.key === key)
    const visit = column?.column.visits.find((one) => one.id === Number(id))
    return drop && column && visit && isMovable(visit)
      ? createMove(column, visit, input)
      : undefined
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const next =
      event.button === 0 && event.isPrimary ? findMovableVisit(event.target, 'pointer') : undefined
    if (!next) return
    stop.current = followPointer(event.nativeEvent, {
      take: () => updateMove(next),
      to: (pixels, x, y) =>
        void aimAt(
          columnAt(x, y) ?? currentMove.current?.shown ?? next.home,
          next.target.minute + pixels / scale,
        ),
      onEnd: endMove,
      scroller: grid.current?.parentElement ?? undefined,
    })
  }

  function columnAt(x: number, y: number): CalendarColumn | undefined {
    const key = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
      ?.dataset.column
    return columns.find((column) => column.key === key)
  }

  /** Whether a key belongs to a move, in which case the grid ignores it. */
  function handleKey(event: KeyboardEvent<HTMLElement>): boolean {
    const { current } = currentMove
    if (!current) {
      const next =
        shortcutLetter(event.nativeEvent) === pickUpKey &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey
          ? findMovableVisit(event.target, 'keys')
          : undefined
      if (next) updateMove(next)
      return next !== undefined
    }
    const { targets, target } = current
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[event.key]
    const targetIndex = targets.findIndex(
      ({ fromDateTimeIso }) => fromDateTimeIso === target.fromDateTimeIso,
    )
    const columnIndex = columns.findIndex(({ key }) => key === current.shown.key)
    const next = step && targets[Math.min(Math.max(targetIndex + step, 0), targets.length - 1)]
    const isForward = (event.key === 'ArrowRight') !== isRightToLeft
    const columnsBeside = isForward
      ? columns.slice(columnIndex + 1)
      : columns.slice(0, columnIndex).reverse()
    if (next) updateMove({ ...current, target: next })
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      columnsBeside.some((column) => aimAt(column, target.minute))
    else if (event.key === 'Enter') endMove(true)
    else if (event.key === 'Escape') endMove(false)
    // Moving the focus out of the grid leaves the visit where it is.
    else if (event.key === 'Tab') {
      endMove(false)
      return false
    }
    return true
  }

  return { moving: visitMove, onPointerDown, onKey: handleKey, takeKey: pickUpKey }
}

function listTargets({ visit, home, shown }: Omit<VisitMove, 'target'>): readonly MoveTarget[] {
  const { key, column, day } = shown
  if (isToOtherColumn({ home, shown })) return moveTargetsElsewhere(column, day.date)
  return (key === home.key ? moveTargets : moveTargetsOnOtherDay)(column, day.date, visit)
}

function createMove(
  home: CalendarColumn,
  visit: DayVisit,
  input: HeldMove['by'],
): HeldMove | undefined {
  const targets = moveTargets(home.column, home.day.date, visit)
  const target = targets.find(({ fromDateTimeIso }) => fromDateTimeIso === visit.fromDateTimeTs)
  return target && { visit, home, shown: home, targets, target, by: input }
}

interface PointerHandlers {
  take(): void
  /** How far below its top edge the visit was picked up, and where in the window. */
  to(pixels: number, x: number, y: number): void
  onEnd(isDropped: boolean): void
  scroller: HTMLElement | undefined
}

/** Follows a pointer until it is lifted; returns a function that stops following it. */
function followPointer(
  down: globalThis.PointerEvent,
  { take: onStart, to: onMove, onEnd: end, scroller }: PointerHandlers,
): () => void {
  const { pointerId, clientX, clientY, pointerType } = down
  const scrolledBefore = scroller?.scrollTop ?? 0
  const listeners = new AbortController()
  const { signal } = listeners
  let isDragging = false
  const startDrag = () => {
    isDragging = true
    onStart()
  }
  const timer = pointerType === 'touch' ? setTimeout(startDrag, holdMs) : undefined
  signal.addEventListener('abort', () => clearTimeout(timer))

  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => addEventListener(name, listener, { ...options, signal })
  listen('pointermove', (event) => {
    if (event.pointerId !== pointerId) return
    const hasMoved =
      Math.hypot(event.clientX - clientX, event.clientY - clientY) > dragThresholdPixels
    if (!isDragging && hasMoved) {
      // A finger that moves at once is scrolling.
      if (timer !== undefined) return listeners.abort()
      startDrag()
    }
    if (!isDragging) return
    if (scroller) scrollNearEdge(scroller, event.clientY)
    onMove(
      event.clientY - clientY + (scroller?.scrollTop ?? 0) - scrolledBefore,
      event.clientX,
      event.clientY,
    )
  })
  listen('pointerup', (event) => {
    if (event.pointerId !== pointerId) return
    // The click that follows would open the visit.
    if (isDragging) addEventListener('click', suppressEvent, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', suppressEvent, { capture: true }))
    end(isDragging)
  })
  listen('pointercancel', (event) => event.pointerId === pointerId && end(false))
  listen('keydown', (event) => event.key === 'Escape' && end(false))
  // Otherwise a finger that holds a visit would also scroll the page and open the long-press menu.
  listen('touchmove', (event) => isDragging && event.preventDefault(), { passive: false })
  listen('contextmenu', (event) => isDragging && event.preventDefault())
  return () => listeners.abort()
}

function suppressEvent(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

function scrollNearEdge(scroller: HTMLElement, y: number) {
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + edgePixels) scroller.scrollTop -= scrollStepPixels
  else if (y > bottom - edgePixels) scroller.scrollTop += scrollStepPixels
}
