// Moving a visit in the grid: dragged with a mouse, dragged with a finger after holding it, or picked up with a key and moved by arrow keys
// (DAY-08). A move in progress is only local state; the service is called once, when the visit is dropped.

import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { letterOf } from '../ui/keys.ts'
import { isMovable, nearestTarget, type Target, targetsElsewhere, targetsOf, targetsOnOtherDay } from './move-targets.ts'
import type { DayVisit, ShownColumn } from './queries.ts'

/** A click may move by this many pixels, and a finger must rest for this long before it picks up a visit instead of scrolling. */
const [tremblePixels, holdMs] = [5, 350]
/** Within this distance of the visible edge, the grid scrolls. */
const [edgePixels, stepPixels] = [40, 14]
const takeKey = 'm'

export interface Moving {
  visit: DayVisit
  /** The column it came from, and the one it is above. */
  home: ShownColumn
  shown: ShownColumn
  target: Target
}

/** Whether it is above a column of another practitioner or location: a visit keeps both, so that a new one is booked there. */
export const isElsewhere = ({ home, shown }: Pick<Moving, 'home' | 'shown'>) =>
  shown.column.doctorId !== home.column.doctorId || shown.day.addressId !== home.day.addressId

interface Held extends Moving {
  targets: readonly Target[]
  by: 'keys' | 'pointer'
}

interface Options {
  columns: readonly ShownColumn[]
  /** Pixels per minute. */
  scale: number
  grid: RefObject<HTMLElement | null>
  /** Undefined for a member who may not move visits. */
  drop: ((moving: Moving) => void) | undefined
  /** Whether columns run from right to left. */
  isRightToLeft: boolean
}

export function useMoving({ columns, scale, grid, drop, isRightToLeft }: Options) {
  const [moving, setMoving] = useState<Held>()
  // For listeners of the window, which outlive a render.
  const held = useRef<Held>(undefined)
  const stop = useRef<() => void>(undefined)
  const hold = useCallback((next: Held | undefined) => {
    held.current = next
    setMoving(next)
  }, [])
  /** Aims at the time of a column that is nearest to a minute of the day; false if it has none. */
  const aim = useCallback(
    (shown: ShownColumn, minute: number): boolean => {
      const { current } = held
      if (!current) return false
      const targets = shown.key === current.shown.key ? current.targets : targetsIn({ ...current, shown })
      const target = nearestTarget(targets, minute)
      if (target) hold({ ...current, shown, targets, target })
      return target !== undefined
    },
    [hold],
  )
  const end = useCallback(
    (isDropped: boolean) => {
      const ended = held.current
      stop.current?.()
      hold(undefined)
      const hasLeft = ended && (isElsewhere(ended) || ended.target.fromDateTimeIso !== ended.visit.fromDateTimeTs)
      if (isDropped && hasLeft) drop?.(ended)
    },
    [drop, hold],
  )
  useEffect(() => () => stop.current?.(), [])

  /** The visit of a cell, if it can be moved. */
  function taken(element: EventTarget, by: Held['by']): Held | undefined {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[role=gridcell]') : null
    const [, key, id] = /^(\S+) visit (\d+)$/.exec(cell?.dataset.key ?? '') ?? []
    const shown = columns.find((one) => one.key === key)
    const visit = shown?.column.visits.find((one) => one.id === Number(id))
    return drop && shown && visit && isMovable(visit) ? heldOf(shown, visit, by) : undefined
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const next = event.button === 0 && event.isPrimary ? taken(event.target, 'pointer') : undefined
    if (!next) return
    stop.current = followPointer(event.nativeEvent, {
      take: () => hold(next),
      to: (pixels, x, y) => void aim(columnAt(x, y) ?? held.current?.shown ?? next.home, next.target.minute + pixels / scale),
      end,
      scroller: grid.current?.parentElement ?? undefined,
    })
  }

  function columnAt(x: number, y: number): ShownColumn | undefined {
    const key = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset.column
    return columns.find((shown) => shown.key === key)
  }

  /** Whether a key belongs to a move; the grid then ignores it. */
  function onKey(event: KeyboardEvent<HTMLElement>): boolean {
    const { current } = held
    if (!current) {
      const next = letterOf(event.nativeEvent) === takeKey && !event.ctrlKey && !event.metaKey && !event.altKey ? taken(event.target, 'keys') : undefined
      if (next) hold(next)
      return next !== undefined
    }
    const { targets, target } = current
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[event.key]
    const place = targets.findIndex(({ fromDateTimeIso }) => fromDateTimeIso === target.fromDateTimeIso)
    const shown = columns.findIndex(({ key }) => key === current.shown.key)
    const next = step && targets[Math.min(Math.max(place + step, 0), targets.length - 1)]
    const isOnward = (event.key === 'ArrowRight') !== isRightToLeft
    const beside = isOnward ? columns.slice(shown + 1) : columns.slice(0, shown).reverse()
    if (next) hold({ ...current, target: next })
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') beside.some((column) => aim(column, target.minute))
    else if (event.key === 'Enter') end(true)
    else if (event.key === 'Escape') end(false)
    // Leaving the grid leaves the visit where it is.
    else if (event.key === 'Tab') {
      end(false)
      return false
    }
    return true
  }

  return { moving, onPointerDown, onKey, takeKey }
}

function targetsIn({ visit, home, shown }: Omit<Moving, 'target'>): readonly Target[] {
  const { key, column, day } = shown
  if (isElsewhere({ home, shown })) return targetsElsewhere(column, day.date)
  return (key === home.key ? targetsOf : targetsOnOtherDay)(column, day.date, visit)
}

function heldOf(home: ShownColumn, visit: DayVisit, by: Held['by']): Held | undefined {
  const targets = targetsOf(home.column, home.day.date, visit)
  const target = targets.find(({ fromDateTimeIso }) => fromDateTimeIso === visit.fromDateTimeTs)
  return target && { visit, home, shown: home, targets, target, by }
}

interface Followed {
  take(): void
  /** How far down from where it was picked up, and where in the window. */
  to(pixels: number, x: number, y: number): void
  end(isDropped: boolean): void
  scroller: HTMLElement | undefined
}

/** Follows a pointer until it is lifted; returns a function that stops that. */
function followPointer(down: globalThis.PointerEvent, { take, to, end, scroller }: Followed): () => void {
  const { pointerId, clientX, clientY, pointerType } = down
  const scrolledBefore = scroller?.scrollTop ?? 0
  const listeners = new AbortController()
  const { signal } = listeners
  let isTaken = false
  const begin = () => {
    isTaken = true
    take()
  }
  const timer = pointerType === 'touch' ? setTimeout(begin, holdMs) : undefined
  signal.addEventListener('abort', () => clearTimeout(timer))

  const on = <Name extends keyof WindowEventMap>(name: Name, listen: (event: WindowEventMap[Name]) => void, options: AddEventListenerOptions = {}) =>
    addEventListener(name, listen, { ...options, signal })
  on('pointermove', (event) => {
    if (event.pointerId !== pointerId) return
    const hasLeft = Math.hypot(event.clientX - clientX, event.clientY - clientY) > tremblePixels
    if (!isTaken && hasLeft) {
      // A finger that moves at once scrolls.
      if (timer !== undefined) return listeners.abort()
      begin()
    }
    if (!isTaken) return
    if (scroller) scrollAlong(scroller, event.clientY)
    to(event.clientY - clientY + (scroller?.scrollTop ?? 0) - scrolledBefore, event.clientX, event.clientY)
  })
  on('pointerup', (event) => {
    if (event.pointerId !== pointerId) return
    // The click that follows would open the visit.
    if (isTaken) addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    end(isTaken)
  })
  on('pointercancel', (event) => event.pointerId === pointerId && end(false))
  on('keydown', (event) => event.key === 'Escape' && end(false))
  // Otherwise a finger that holds a visit also scrolls the page, and opens the long-press menu.
  on('touchmove', (event) => isTaken && event.preventDefault(), { passive: false })
  on('contextmenu', (event) => isTaken && event.preventDefault())
  return () => listeners.abort()
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

function scrollAlong(scroller: HTMLElement, y: number) {
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + edgePixels) scroller.scrollTop -= stepPixels
  else if (y > bottom - edgePixels) scroller.scrollTop += stepPixels
}
