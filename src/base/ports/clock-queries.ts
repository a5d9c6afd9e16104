import { statement } from '../db/statement.ts'

export const clockReading = statement(
  'clock_reading',
  { returns: { databaseNow: 'timestamptz', sandboxOffsetMs: 'bigint', mode: 'text' } },
  `
  select clock_timestamp() as "databaseNow", clock_offset_ms as "sandboxOffsetMs", mode
  from installation`,
)

/** A standby, or a server that is set to read-only. */
export const isReadOnly = statement(
  'is_read_only',
  { returns: { isReadOnly: 'boolean' } },
  `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
)

/** Returns the mode if there was no installation. */
export const insertInstallation = statement(
  'insert_installation',
  { takes: { mode: 'text' }, returns: { mode: 'text' } },
  `
  insert into installation (mode)
  values (:mode)
  on conflict do nothing
  returning mode`,
)

/** Stores the secret of the first start that needs one; later starts find it. */
export const storeInstallationSecret = statement(
  'store_installation_secret',
  { takes: { secret: 'text' } },
  `
  update installation
  set secret = :secret
  where secret is null`,
)

export const storedSecrets = statement(
  'stored_secrets',
  { returns: { secret: 'text?', hashKey: 'bytea?', fingerprint: 'bytea?' } },
  `
  select secret, hash_key as "hashKey", secret_fingerprint as fingerprint
  from installation`,
)

/** Stores the sealed key of the hashes, and may forget a secret that the database contained. */
export const replaceStoredSecret = statement(
  'replace_stored_secret',
  { takes: { hashKey: 'bytea?', isForgotten: 'boolean' } },
  `
  update installation
  set hash_key = :hashKey, secret = case when :isForgotten::boolean then null else secret end`,
)

/** Stores the fingerprint of this start's secret, and returns that of the previous start. */
export const changeSecretFingerprint = statement(
  'change_secret_fingerprint',
  { takes: { fingerprint: 'bytea' }, returns: { before: 'bytea?' } },
  `
  with changed as (
    update installation
    set secret_fingerprint = :fingerprint
    where secret_fingerprint is distinct from :fingerprint
  )
  select secret_fingerprint as before
  from installation`,
)

export const advanceClock = statement(
  'advance_clock',
  { takes: { byMs: 'bigint' }, returns: { clockOffsetMs: 'bigint' } },
  `
  update installation
  set clock_offset_ms = clock_offset_ms + :byMs
  where mode = 'sandbox'
  returning clock_offset_ms as "clockOffsetMs"`,
)
