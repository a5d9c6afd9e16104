import { expect, it } from 'vitest'
import { readCallSearch } from './keys/call-search.ts'
import { readMergeSearch } from './patients/merge-search.ts'
import { readQueueSearch } from './queue/queue-search.ts'
import { readReportSearch } from './report/report-search.ts'
import { readSettingsSearch } from './settings/settings-search.ts'
import { readOnlineSearch, readReceiptSearch, readTillSearch } from './till/till-search.ts'

type Read = (search: Record<string, unknown>) => object
const screens: [string, Read, valid: object[], invalid: object[]][] = [
  [
    'a queue',
    readQueueSearch,
    [{ at: 1, date: '2026-12-31', shift: 2, give: true, slip: 3, boards: true }],
    [{ at: '', date: '2026-12-32', shift: 1.5, give: 0 }],
  ],
  [
    'a till',
    readTillSearch,
    [{ at: 1, date: '2028-02-29' }, { at: 0 }],
    [
      { at: '0', date: '2026-02-29' },
      { at: -1, date: 5 },
    ],
  ],
  [
    'online payments',
    readOnlineSearch,
    [{ state: 'SUCCESS', refund: 'to-send', from: '2026-01-01', to: '2026-12-31' }],
    [{ state: 'a b', refund: 'x'.repeat(81), from: '2026-13-01', to: 7 }],
  ],
  [
    'a receipt',
    readReceiptSearch,
    [{ visit: 1 }, { token: 2 }, { pack: 3 }, { payment: 4 }, { session: 'ps_9-a' }],
    [{ visit: 0, session: '../x', pack: true }],
  ],
  [
    'a report',
    readReportSearch,
    [
      { range: 'year', by: 'week', doctor: 1, at: 2 },
      { from: '2026-01-01', to: '2026-01-02' },
    ],
    [{ range: 'day', by: 'hour' }],
  ],
  ['a merge', readMergeSearch, [{ other: 5 }, {}], [{ other: 'x' }, { other: 0 }]],
  [
    'settings',
    readSettingsSearch,
    [{ section: 'staff', name: 'dr-rao', at: '1st-floor' }],
    [{ section: 'x', name: 'Dr Rao', at: '-a' }],
  ],
  [
    'calls of a key',
    readCallSearch,
    [{ refused: true, status: 100, route: 'GET /v1/addresses/:id' }, { status: 599 }],
    [
      { refused: 'true', status: 99 },
      { status: 600, route: 'GET /v1?phone=5' },
      { status: '404', route: 'v1' },
    ],
  ],
]

it.each(screens)(
  'reads the address of %s, and leaves out invalid parts',
  (_, read, valid, invalid) => {
    for (const search of valid) expect(read({ ...search, unknown: 1 })).toEqual(search)
    for (const search of invalid) expect(read({ ...search }), JSON.stringify(search)).toEqual({})
  },
)
