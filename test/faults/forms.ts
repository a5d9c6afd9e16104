import type { PlantedFault } from './planted-fault.ts'

const forms = 'src/clinic/forms/forms.test.ts'
const rotation = 'src/management/secret/secret-rotate.test.ts'
const retention = 'src/clinic/forms/retention.test.ts'
const screens = 'test/screens/forms.test.ts'

/** What patients answer and sign, for how long it is kept, and what it is encrypted with. */
export const formsFaults: readonly PlantedFault[] = [
  {
    name: 'answers can be moved to the row of another patient',
    file: 'src/clinic/forms/sealed-answers.ts',
    in: 'answersLabel',
    replace: '`filled form ${workspaceId}/${id}`',
    with: '`filled form ${workspaceId}/${id === 0}`',
    noticedBy: [forms],
  },
  {
    name: 'a former secret reads nothing',
    file: 'src/base/ports/sealing.ts',
    in: 'createSealing',
    replace: 'openWith(current, sealed, label) ?? openWithFormer(sealed, label)',
    with: 'openWith(current, sealed, label)',
    noticedBy: [rotation],
  },
  {
    name: 'a new secret forgets who has stopped messages',
    file: 'src/management/secret/installation-secrets.ts',
    in: 'openInstallationSecrets',
    replace: 'ofHashes: formerSecret ?? usedBefore ?? current',
    with: 'ofHashes: current',
    noticedBy: [rotation],
  },
  {
    name: 'the secret in the database is removed while something needs it',
    file: 'src/management/secret/operations/secret-rotate.ts',
    in: 'secretRotate',
    replace: 'counts.renewed === 0',
    with: 'counts.renewed >= 0',
    noticedBy: [rotation],
  },
  {
    name: 'answers that were given while the secret is changed are lost',
    file: 'src/management/secret/queries.ts',
    in: 'tableInWorkspaces',
    replace: 'and id = :id and sealed = :before',
    with: 'and id = :id and :before::bytea is not null',
    noticedBy: [rotation],
  },
  {
    name: 'what is signed is deleted with the other answers',
    file: 'src/clinic/forms/delete-answers.ts',
    in: 'deleteUnsignedForms',
    replace: 'and signed_hash is null and changed_at < :before',
    with: 'and changed_at < :before',
    noticedBy: [retention],
  },
  {
    name: 'answers that are being given are deleted with old ones',
    file: 'src/clinic/forms/delete-answers.ts',
    in: 'deleteUnsignedForms',
    replace: 'and changed_at < :before',
    with: 'and :before::timestamptz is not null',
    noticedBy: [retention],
  },
  {
    name: 'a patient who has waited for a time is erased',
    file: 'src/clinic/patients/retention.ts',
    in: 'patientsByLastVisit',
    replace: "w.patient_id = p.id and w.state = 'OPEN'",
    with: "w.patient_id = p.id and w.state = 'CLOSED'",
    noticedBy: [retention],
  },
  {
    name: 'the link of a tablet lives on after the last form',
    file: 'src/doors/patient-pages/visit/form-routes.ts',
    in: 'placeOnTablet',
    replace: 'await endTabletLink(database, token) return tabletDonePath',
    with: 'return token === "" ? "" : tabletDonePath',
    noticedBy: [screens],
  },
  {
    name: 'the link of a tablet is valid for ever',
    file: 'src/clinic/notices/tablet-links.ts',
    in: 'tabletTarget',
    replace: 'where l.token_hash = :tokenHash and l.tablet_until > :now',
    with: 'where l.token_hash = :tokenHash and :now::timestamptz is not null',
    noticedBy: [screens],
  },
  {
    name: 'a form is stored from the page of another site',
    file: 'src/doors/patient-pages/visit/form-routes.ts',
    in: 'pagesOfPlace',
    replace:
      'isFromElsewhere(request.headers, new URL(publicUrl()).origin) ? undefined : place.find(token, request)',
    with: 'place.find(token, request)',
    noticedBy: ['test/attacks/on-links.test.ts'],
  },
  {
    name: 'what only the primary has is acknowledged',
    file: 'src/base/db/confirmed-commits.ts',
    in: 'createConfirmation',
    replace: 'if (!change.isMade) await confirm()',
    with: 'if (change.isMade) await confirm()',
    noticedBy: ['src/base/db/confirmed-commits.test.ts'],
  },
  {
    name: 'a booking by rules that count takes no transaction',
    file: 'src/visits/booking/patient-rule-checks.ts',
    in: 'takesLocks',
    replace: 'return binds && (patient !== null || doctor !== null)',
    with: 'return !binds && (patient !== null || doctor !== null)',
    noticedBy: ['src/visits/appointments/book/book.test.ts'],
  },
  {
    name: 'a booking by rules that count locks the practitioner before the phone number',
    file: 'src/visits/appointments/book/book.ts',
    in: 'bookOptimistically',
    replace: 'await lockIdentities(queries, caller.workspaceId, [request.patient.person])',
    with: 'void lockIdentities',
    noticedBy: ['test/races/patient-rules.test.ts'],
  },
]
