import type { ReactNode } from 'react'
import classes from './table.module.css'

/** A table of amounts: the first column has names, the others have numbers. */
export const Table = ({ children }: { children: ReactNode }) => (
  <table className={classes.table}>{children}</table>
)
