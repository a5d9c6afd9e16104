import type { ReactNode } from 'react'
import classes from './keys.module.css'

/** A section of an API key screen. */
export function KeySection({
  title,
  more: actions,
  children,
}: {
  title: string
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <h2 className={classes.heading}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
