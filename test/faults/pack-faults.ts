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
    noticedBy: ['src/packs/session-packs.test.ts'],
  },
  {
    name: 'a queue shows no packs',
    file: 'src/availability/available-slots.ts',
    text: 'packs ?? usablePacks(database, workspaceId, patientIds, today)',
    replacement: 'packs ?? []',
    noticedBy: ['src/packs/session-packs.test.ts'],
  },
]
