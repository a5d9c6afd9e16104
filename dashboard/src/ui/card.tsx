import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title: string
  /** Beside the title, in small letters. */
  note?: ReactNode
  actions?: ReactNode
  /** Whether its parts are spaced evenly. */
  isSpaced?: boolean
  children: ReactNode
}

/** A titled part of a screen. */
export function Card({ title, note, actions, isSpaced = false, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title} data-spaced={isSpaced || undefined}>
      <div className={classes.head}>
        <h2 className={classes.heading}>
          {title} {note && <small className={classes.note}>{note}</small>}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
