// The figures at the top, each beside that of the preceding period.

import { moneyText } from '../ui/times.ts'
import {
  absentCount,
  meanLeadDays,
  meanWaitMinutes,
  ratio,
  useDateFormats,
  useNumberFormats,
} from './numbers.ts'
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
  const numbers = useNumberFormats()
  const dates = useDateFormats()
  const { count, decimal, percent } = numbers
  const { total } = report
  const previousValue = <Value,>(select: (figures: Figures) => Value) =>
    before ? select(before.total) : undefined
  const countTile = (
    key: string,
    name: string,
    select: (figures: Figures) => number,
    note?: string,
  ): Tile => ({
    key,
    name,
    note,
    text: count(select(total)),
    now: select(total),
    before: previousValue(select),
    written: count,
  })
  const shareText = (select: (figures: Figures) => number) =>
    percent(ratio(select(total), total.visits))
  const pointsText = (difference: number) => texts.points(count(difference * 100))
  const occupancyShare = ({ bookedMinutes, offeredMinutes }: Figures) =>
    ratio(bookedMinutes, offeredMinutes)
  const currentNet = netByCurrency(report)
  const previousNet = before && netByCurrency(before)
  const breakdown = [
    ...(total.tokens > 0 ? [texts.countWithToken(count(total.tokens))] : []),
    ...(total.patientConfirmed > 0 ? [texts.countConfirmed(count(total.patientConfirmed))] : []),
  ]
  const tiles: Tile[] = [
    countTile('visits', texts.visits, ({ visits }) => visits, breakdown.join(', ')),
    countTile(
      'completed',
      texts.completed,
      ({ completed }) => completed,
      shareText(({ completed }) => completed),
    ),
    countTile('absent', texts.absent, absentCount, shareText(absentCount)),
    countTile(
      'cancelled',
      texts.cancelled,
      ({ cancelled }) => cancelled,
      shareText(({ cancelled }) => cancelled),
    ),
    countTile('new', texts.newPatients, ({ newPatients }) => newPatients),
    {
      key: 'occupancy',
      name: texts.occupancy,
      text: percent(occupancyShare(total)),
      now: occupancyShare(total),
      before: previousValue(occupancyShare),
      written: pointsText,
    },
    {
      key: 'lead',
      name: texts.lead,
      now: meanLeadDays(total),
      before: previousValue(meanLeadDays),
      text: meanLeadDays(total) === undefined ? '–' : texts.leadDays(decimal(meanLeadDays(total))),
      written: decimal,
    },
    {
      key: 'wait',
      name: texts.wait,
      now: meanWaitMinutes(total),
      before: previousValue(meanWaitMinutes),
      text:
        meanWaitMinutes(total) === undefined ? '–' : texts.minutes(count(meanWaitMinutes(total))),
      written: count,
    },
    ...[...currentNet].map(([currency, net]) => ({
      key: currency,
      name: texts.revenue(currency),
      text: moneyText(net, currency, locale),
      now: net,
      before: previousNet?.get(currency),
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
              {tile.note && <span className={`${classes.soft} ${classes.note}`}>{tile.note}</span>}
              {before && <Change tile={tile} />}
            </dd>
          </div>
        ))}
      </dl>
      {before && (
        <p className={classes.soft}>
          {texts.comparedWith(dates.full.day(before.from), dates.full.day(before.to))}
        </p>
      )}
    </section>
  )
}

function Change({ tile: { now, before, written } }: { tile: Tile }) {
  const words = useReportLanguage().report
  if (now === undefined) return null
  if (before === undefined) return <span className={classes.change}>{words.noPreviousValue}</span>
  const text = written(Math.abs(now - before))
  if (text === written(0)) return <span className={classes.change}>{words.same}</span>
  return (
    <span className={classes.change}>{now > before ? words.more(text) : words.less(text)}</span>
  )
}
