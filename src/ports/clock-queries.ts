import { statement } from '../db/statement.ts'

export const clockReading = statement(
  'clock_reading',
  { databaseNow: 'timestamptz', sandboxOffsetMs: 'bigint', mode: 'text' },
  `
  select clock_timestamp() as "databaseNow", clock_offset_ms as "sandboxOffsetMs", mode
  from installation`,
)

export const settleInstallation = statement(
  'settle_installation',
  {},
  `
  insert into installation (mode)
  values ($1)
  on conflict do nothing`,
)

export const advanceClock = statement(
  'advance_clock',
  { clockOffsetMs: 'bigint' },
  `
  update installation
  set clock_offset_ms = clock_offset_ms + $1
  where mode = 'sandbox'
  returning clock_offset_ms as "clockOffsetMs"`,
)
