// The figures at the top, each beside that of the preceding period.

import { moneyText } from '../ui/times.ts'
import { absentOf, leadDaysOf, share, useDates, useNumbers, waitMinutesOf } from './numbers.ts'
import type { Figures, Report } from './queries.ts'
import classes from './report.module.css'
import { useReportLanguage } from './words.ts'

interface Tile {
  key: string
  name: string
  text: string
  note?: string | undefined
  now: number | undefined
  before: number | undefined
  /** The format of a difference. */
  written: (difference: number) => string
  isMoney?: true
}

/** Revenue less refunds, by currency. */
function netByCurrency(report: Report): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { currency, net } of report.money) sums.set(currency, (sums.get(currency) ?? 0) + net)
  return sums
}

export function Tiles({ report, before }: { report: Report; before: Report | undefined }) {
  const { locale, report: texts } = useReportLanguage()
  const numbers = useNumbers()
  const dates = useDates()
  const { count, decimal, percent } = numbers
  const { total } = report
  const ofBefore = <Value,>(of: (figures: Figures) => Value) => (before ? of(before.total) : undefined)
  const counted = (key: string, name: string, of: (figures: Figures) => number, note?: string): Tile => ({
    ...{ key, name, note, text: count(of(total)), now: of(total), before: ofBefore(of), written: count },
  })
  const part = (of: (figures: Figures) => number) => percent(share(of(total), total.visits))
  const points = (difference: number) => texts.points(count(difference * 100))
  const occupied = ({ bookedMinutes, offeredMinutes }: Figures) => share(bookedMinutes, offeredMinutes)
  const [nowByCurrency, thenByCurrency] = [netByCurrency(report), before && netByCurrency(before)]
  const among = [
    ...(total.tokens > 0 ? [texts.tokensAmong(count(total.tokens))] : []),
    ...(total.patientConfirmed > 0 ? [texts.confirmedAmong(count(total.patientConfirmed))] : []),
  ]
  const tiles: Tile[] = [
    counted('visits', texts.visits, ({ visits }) => visits, among.join(', ')),
    counted(
      'completed',
      texts.completed,
      ({ completed }) => completed,
      part(({ completed }) => completed),
    ),
    counted('absent', texts.absent, absentOf, part(absentOf)),
    counted(
      'cancelled',
      texts.cancelled,
      ({ cancelled }) => cancelled,
      part(({ cancelled }) => cancelled),
    ),
    counted('new', texts.newPatients, ({ newPatients }) => newPatients),
    { key: 'occupancy', name: texts.occupancy, text: percent(occupied(total)), now: occupied(total), before: ofBefore(occupied), written: points },
    {
      ...{ key: 'lead', name: texts.lead, now: leadDaysOf(total), before: ofBefore(leadDaysOf) },
      ...{ text: leadDaysOf(total) === undefined ? '–' : texts.leadDays(decimal(leadDaysOf(total))), written: decimal },
    },
    {
      ...{ key: 'wait', name: texts.wait, now: waitMinutesOf(total), before: ofBefore(waitMinutesOf) },
      ...{ text: waitMinutesOf(total) === undefined ? '–' : texts.minutes(count(waitMinutesOf(total))), written: count },
    },
    ...[...nowByCurrency].map(([currency, net]) => ({
      ...{ key: currency, name: texts.revenue(currency), text: moneyText(net, currency, locale), now: net, before: thenByCurrency?.get(currency) },
      written: (difference: number) => moneyText(difference, currency, locale),
      isMoney: true as const,
    })),
  ]
  return (
    <section aria-label={texts.figures}>
      <dl className={classes.tiles}>
        {tiles.map((tile) => (
          <div key={tile.key} className={classes.tile} data-money={tile.isMoney}>
            <dt>{tile.name}</dt>
            <dd>
              <strong>{tile.text}</strong>
              {tile.note && <span className={classes.soft}> {tile.note}</span>}
              {before && <Change tile={tile} />}
            </dd>
          </div>
        ))}
      </dl>
      {before && <p className={classes.soft}>{texts.comparedWith(dates.full.day(before.from), dates.full.day(before.to))}</p>}
    </section>
  )
}

function Change({ tile: { now, before, written } }: { tile: Tile }) {
  const words = useReportLanguage().report
  if (now === undefined) return null
  if (before === undefined) return <span className={classes.change}>{words.noneBefore}</span>
  const text = written(Math.abs(now - before))
  if (text === written(0)) return <span className={classes.change}>{words.same}</span>
  return <span className={classes.change}>{now > before ? words.more(text) : words.less(text)}</span>
}
