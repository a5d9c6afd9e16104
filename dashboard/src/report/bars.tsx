// Bars drawn as boxes, which follow the page's width, direction and paper. Each kind has a colour
// and, where the reader wants it or the page is printed, a pattern.

import type { CSSProperties } from 'react'
import { useIsNarrow } from '../ui/narrow.ts'
import classes from './bars.module.css'

/** Patterns by their names; the style sheet draws them. */
export type PatternKind = 'plain' | 'stripes' | 'dots' | 'lines'

export interface ChartPart {
  kind: PatternKind
  name: string
}

interface ChartColumn {
  key: string
  label: string
  /** The values, one for each part. */
  values: readonly number[]
  /** The text above the column. */
  total: string
  /** A range of values that is drawn next to the column, in the same unit. */
  range?: { from: number; to: number } | undefined
}

interface ColumnsProps {
  parts: readonly ChartPart[]
  columns: readonly ChartColumn[]
  /** What the picture shows, in one sentence. */
  summary: string
  /** The maximum of the scale; the highest column's total when omitted. */
  most?: number
  mostText: (maximum: number) => string
  rangeName?: string | undefined
}

/** How many labels and totals fit, on a phone and elsewhere. */
const labelCapacity = { narrow: { labels: 5, totals: 6 }, wide: { labels: 10, totals: 16 } }

/** Columns over time, each with stacked parts. */
export function Columns({
  parts,
  columns,
  summary,
  most: maximum,
  mostText: maximumText,
  rangeName,
}: ColumnsProps) {
  const highest =
    maximum ??
    Math.max(1, ...columns.map(({ values, range }) => Math.max(sumValues(values), range?.to ?? 0)))
  const { labels, totals } = useIsNarrow() ? labelCapacity.narrow : labelCapacity.wide
  const labelInterval = Math.ceil(columns.length / labels)
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={summary} className={classes.plot}>
        <span className={classes.most} aria-hidden>
          {maximumText(highest)}
        </span>
        <div className={classes.columns} aria-hidden>
          {columns.map(({ key, values, total, range }) => (
            <div key={key} className={classes.column}>
              {columns.length <= totals && <span className={classes.total}>{total}</span>}
              {parts.map(({ kind, name }, index) => (
                <span
                  key={name}
                  className={classes.part}
                  data-kind={kind}
                  style={shareStyle((values[index] ?? 0) / highest)}
                />
              ))}
              {range && (
                <span
                  className={classes.range}
                  style={
                    { '--from': range.from / highest, '--to': range.to / highest } as CSSProperties
                  }
                />
              )}
            </div>
          ))}
        </div>
        <div className={classes.labels} aria-hidden>
          {columns.map(({ key, label }, index) => (
            <span key={key}>{index % labelInterval === 0 && <span>{label}</span>}</span>
          ))}
        </div>
      </div>
      {(parts.length > 1 || rangeName) && (
        <ul className={classes.legend}>
          {parts.map(({ kind, name }) => (
            <li key={name}>
              <span className={classes.swatch} data-kind={kind} aria-hidden />
              {name}
            </li>
          ))}
          {rangeName && (
            <li>
              <span className={classes.rangeSwatch} aria-hidden />
              {rangeName}
            </li>
          )}
        </ul>
      )}
    </figure>
  )
}

/** Bars beside their names, with the figure at the end. */
export function BarRows({
  rows,
  summary,
}: {
  rows: readonly { key: string; name: string; value: number; text: string; of?: number }[]
  summary: string
}) {
  const maximum = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={summary} className={classes.rows}>
        {rows.map(({ key, name, value, text, of }) => (
          <div key={key} className={classes.row} aria-hidden>
            <span className={classes.name}>{name}</span>
            <span className={classes.track}>
              <span
                className={classes.bar}
                style={shareStyle(Math.max(0, value) / (of ?? maximum))}
              />
            </span>
            <span className={classes.figureText}>{text}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}

const sumValues = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const shareStyle = (share: number) => ({ '--share': Math.min(1, share) }) as CSSProperties
