import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import classes from './short-label.module.css'

/** The label of a button: as text, or on a phone as an icon whose text is only read aloud. */
export function ShortLabel({
  icon,
  children,
}: {
  icon: ComponentProps<typeof Icon>['name']
  children: string
}) {
  return (
    <>
      <span className={classes.text}>{children}</span>
      <span className={classes.icon}>
        <Icon name={icon} />
      </span>
    </>
  )
}
