import classes from './short-label.module.css'

/** Paths in a 16 × 16 square. */
const iconPaths = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM10.5 10.5L14 14',
  member: 'M8 2.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM2.5 14c.6-3 2.7-4.2 5.5-4.2s4.9 1.2 5.5 4.2',
} as const

/** The label of a button: as text, or on a phone as an icon whose text is only read aloud. */
export function ShortLabel({ icon, children }: { icon: keyof typeof iconPaths; children: string }) {
  return (
    <>
      <span className={classes.text}>{children}</span>
      <svg aria-hidden="true" className={classes.icon} viewBox="0 0 16 16">
        <path d={iconPaths[icon]} />
      </svg>
    </>
  )
}
