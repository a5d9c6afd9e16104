import type { PlantedFault } from './planted-fault.ts'

const series = ['src/appointments/series.test.ts']

/** Faults in series of visits: their dates, the alternatives to a taken time, and how they move together. */
export const seriesFaults: readonly PlantedFault[] = [
  {
    name: 'a series keeps the hours between its visits, not their local time',
    file: 'src/appointments/series-times.ts',
    in: 'seriesStarts',
    replace: 'firstInstantOf(timezone, addDays(date, index * everyDays), minute)',
    with: 'first + index * everyDays * 86_400_000 + 0 * minute',
    noticedBy: series,
  },
  {
    name: 'one free time is offered as the alternative to two taken times',
    file: 'src/appointments/series-times.ts',
    in: 'seriesTimes',
    replace: 'if (nearest) given.push(nearest)',
    with: '',
    noticedBy: series,
  },
  {
    name: 'visits of a series that move to later times collide with those behind them',
    file: 'src/appointments/operations/series.ts',
    in: 'seriesMove',
    replace: 'isLater ? visits.toReversed() : visits',
    with: 'isLater ? visits : visits',
    noticedBy: series,
  },
  {
    name: 'a search for a series finds other visits of its patient',
    file: 'src/appointments/search-queries.ts',
    in: 'conditions',
    replace: '(:seriesId::bigint is null or a.series_id = :seriesId)',
    with: '(:seriesId::bigint is null or a.series_id is distinct from 0)',
    noticedBy: series,
  },
]
