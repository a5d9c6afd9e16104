import type { ReactNode, Ref } from 'react'
import classes from './card.module.css'

interface CardProps {
  title: string
  /** Beside the title, in small letters. */
  note?: ReactNode
  actions?: ReactNode
  /** Whether its parts are spaced evenly. */
  isSpaced?: boolean
  /** For a card that takes the focus when it appears. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A titled part of a screen. */
export function Card({ title, note, actions, isSpaced = false, ref, children }: CardProps) {
  return (
    <section
      className={classes.card}
      aria-label={title}
      data-spaced={isSpaced || undefined}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
    >
      <div className={classes.head}>
        <h2 className={classes.heading}>
          <bdi>{title}</bdi> {note && <small className={classes.note}>{note}</small>}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
