import type { PlantedFault } from './planted-fault.ts'

const packs = ['src/packs/session-packs.test.ts']
const wallet = ['src/packs/wallet-in-the-database.test.ts']

/** In wallets: what a pack pays for, whose it is, and that a session is used once. */
export const packFaults: readonly PlantedFault[] = [
  {
    name: 'a pack that has no sessions left can be used',
    file: 'src/packs/owned-pack.ts',
    text: 'if (pack.sessionsUsed >= pack.totalSessions)',
    replacement: 'if (pack.sessionsUsed > pack.totalSessions)',
    noticedBy: packs,
  },
  {
    name: 'a pack cannot be used on its last day',
    file: 'src/packs/owned-pack.ts',
    text: 'if (visit.date > pack.expiresOn)',
    replacement: 'if (visit.date >= pack.expiresOn)',
    noticedBy: packs,
  },
  {
    name: 'anyone may use a family pack',
    file: 'src/packs/wallet.ts',
    text: 'const isTheirs = pack && (pack.isOfPatient || pack.isOfFamily)',
    replacement: 'const isTheirs = pack !== undefined',
    noticedBy: packs,
  },
  {
    name: 'a pack that is not paid is active',
    file: 'src/packs/wallet.ts',
    text: 'activatedAt: isPaid ? sale.now : null',
    replacement: 'activatedAt: isPaid ? sale.now : sale.now',
    noticedBy: packs,
  },
  {
    name: 'a session may say that it has paid for a pack',
    file: 'src/appointments/book.ts',
    text: "bookingType === 'PACKAGE_PURCHASE' && trusted ? 'PAID' : 'UNPAID'",
    replacement: "bookingType === 'PACKAGE_PURCHASE' ? 'PAID' : 'UNPAID'",
    noticedBy: packs,
  },
  {
    name: 'a session of a visit is used without a movement',
    file: 'src/db/migrations/0019-session-packs.sql',
    text: 'for each row when (new.patient_package_id is not null) execute function visit_uses_its_pack()',
    replacement: 'for each row when (new.patient_package_id is not null and false) execute function visit_uses_its_pack()',
    noticedBy: wallet,
  },
  {
    name: 'a visit may give its session back twice',
    file: 'src/db/migrations/0019-session-packs.sql',
    text: 'unique (workspace_id, appointment_id, cause)',
    replacement: 'unique (workspace_id, id, cause)',
    noticedBy: wallet,
  },
  {
    name: 'a visit to be moved keeps its time where its patient is named',
    file: 'src/availability/available-slots.ts',
    text: '{ ...whose, ...period }',
    replacement: '{ ...whose, ...period, exceptAppointmentId: null }',
    noticedBy: packs,
  },
  {
    name: 'a queue shows no packs',
    file: 'src/availability/available-slots.ts',
    text: 'packs ?? usablePacks(database, workspaceId, patientIds, today)',
    replacement: 'packs ?? []',
    noticedBy: packs,
  },
  {
    name: 'a pack that was sold alone has its days by UTC',
    file: 'src/checkout/buy-session-pack.ts',
    text: 'purchasedOn: dateAt(location.timezone, now)',
    replacement: "purchasedOn: dateAt('UTC', now)",
    noticedBy: packs,
  },
  {
    name: 'a pack that an operator grants has its days by UTC',
    file: 'src/operator/operations/packs.ts',
    text: 'const purchasedOn = dateAt(timezone, now)',
    replacement: "const purchasedOn = dateAt('UTC', now)",
    noticedBy: packs,
  },
  {
    name: 'a pack that a visit bought has its days by UTC',
    file: 'src/appointments/visit-by-pack.ts',
    text: 'const today = dateAt(practice.location.timezone, now)',
    replacement: "const today = dateAt('UTC', now)",
    noticedBy: packs,
  },
  {
    name: 'a pack is not listed on its last day',
    file: 'src/packs/queries.ts',
    text: 'p.expires_on >= :today',
    replacement: 'p.expires_on > :today',
    noticedBy: packs,
  },
  {
    name: 'a verified patient is shown packs by the day of UTC',
    file: 'src/verification/packs-of-patients.ts',
    text: 'dateAt(timezone, clock.now())',
    replacement: "dateAt('UTC', clock.now())",
    noticedBy: packs,
  },
  {
    name: 'a pack is refunded beside a use of it',
    file: 'src/packs/queries.ts',
    text: 'where workspace_id = :workspaceId and id = :patientPackId\n  for no key update`',
    replacement: 'where workspace_id = :workspaceId and id = :patientPackId`',
    noticedBy: packs,
  },
  {
    name: 'a pack that was sold alone is refunded beside a use of it',
    file: 'src/packs/reserved-pack.ts',
    text: 'payment_status is not null\n  for no key update`',
    replacement: 'payment_status is not null`',
    noticedBy: ['src/checkout/give-back.test.ts'],
  },
]
