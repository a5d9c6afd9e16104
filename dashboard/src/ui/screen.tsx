import { type ReactNode, useId } from 'react'
import classes from './screen.module.css'

interface ScreenProps {
  title: ReactNode
  /** Before the title: the way back. */
  back?: ReactNode
  /** After the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A screen with its title; it scrolls below the header of the page. */
export function Screen({ title, back, tools, children }: ScreenProps) {
  const id = useId()
  return (
    <section className={classes.screen} aria-labelledby={id}>
      <div className={classes.toolbar}>
        {back}
        <h1 id={id} className={classes.title}>
          {title}
        </h1>
        {tools}
      </div>
      {children}
    </section>
  )
}
