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

/** Keeps a secret from the first start that needs one on; later ones find it there. */
export const keepSecret = statement(
  'keep_secret',
  {},
  `
  update installation
  set secret = $1
  where secret is null`,
)

export const keptSecret = statement(
  'kept_secret',
  { secret: 'text?' },
  `
  select secret
  from installation`,
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
