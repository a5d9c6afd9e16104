// Rows whose order counts, such as the questions of a form: dragged by a handle with a mouse or a
// finger, or moved by two buttons.

import { ActionIcon } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

/** Moves one of a list to another place. */
function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, at) => at !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}

export function useRowOrder<List extends HTMLElement, Row>(
  rows: readonly Row[],
  write: (rows: Row[]) => void,
) {
  const list = useRef<List>(null)
  const [target, setTarget] = useState<number>()
  const [moved, setMoved] = useState<{ to: number; by: number }>()
  // The button that moved a row follows it, so that it can be pressed again.
  useEffect(() => {
    if (!moved) return
    const row = list.current?.querySelector(`:scope > [data-row="${moved.to}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-by]') ?? [])]
    const enabled = buttons.filter((button) => !button.disabled)
    const same = enabled.find(({ dataset }) => dataset.by === String(moved.by))
    const focused = same ?? enabled[0]
    focused?.focus()
  }, [moved])
  /** The row of this list at the pointer. */
  const findRow = ({ clientX, clientY }: PointerEvent) =>
    [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])].findIndex(
      (row) => row.contains(document.elementFromPoint(clientX, clientY)),
    )
  return {
    list,
    target,
    move(from: number, by: number) {
      write(moveItem(rows, from, from + by))
      setMoved({ to: from + by, by })
    },
    handleProps: (index: number) => ({
      onPointerDown(event: PointerEvent) {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setTarget(index)
      },
      onPointerMove(event: PointerEvent) {
        const row = target === undefined ? -1 : findRow(event)
        if (row >= 0) setTarget(row)
      },
      onPointerUp() {
        if (target !== undefined && target !== index) write(moveItem(rows, index, target))
        setTarget(undefined)
      },
      onPointerCancel: () => setTarget(undefined),
    }),
  }
}

function Sign({ path }: { path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function RowOrder({
  order,
  index,
  count,
}: {
  order: Pick<ReturnType<typeof useRowOrder>, 'move' | 'handleProps'>
  index: number
  count: number
}) {
  const { words } = useSettingsLanguage()
  return (
    <>
      <span
        className={classes.handle}
        title={words.settings.drag}
        aria-hidden="true"
        {...order.handleProps(index)}
      >
        <Sign path="M9 5v.01M15 5v.01M9 12v.01M15 12v.01M9 19v.01M15 19v.01" />
      </span>
      {([-1, 1] as const).map((by) => (
        <ActionIcon
          key={by}
          size="sm"
          variant="default"
          data-by={by}
          aria-label={by < 0 ? words.settings.moveUp : words.settings.moveDown}
          disabled={index + by < 0 || index + by >= count}
          onClick={() => order.move(index, by)}
        >
          <Sign path={by < 0 ? 'M12 19V5M6 11l6-6 6 6' : 'M12 5v14M6 13l6 6 6-6'} />
        </ActionIcon>
      ))}
    </>
  )
}
