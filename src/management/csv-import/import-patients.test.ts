import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { columnNames } from '../../base/db/columns.ts'
import { withLongSession } from '../../base/db/long-session.ts'
import { Problem } from '../../base/values/problem.ts'
import { personColumns } from '../../clinic/patients/patient-columns.ts'
import { PatientFields } from '../../clinic/patients/patient-fields.ts'
import { importPatients } from './import-patients.ts'
import { patientsOnPhones } from './import-patients-queries.ts'
import { describeDoubts, type RowOutcome } from './patient-report.ts'

const house = await openHarness()
const actor = { kind: 'operator', name: 'receptionist' } as const

/** The result for each row of a file. */
async function imported(
  clinic: Clinic,
  text: string,
  { dryRun = false } = {},
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  await withLongSession(house.connection, 'test', (client, queries) => {
    async function transaction<T>(work: () => Promise<T>): Promise<T> {
      await client.query('begin')
      try {
        const result = await work()
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
    async function* read() {
      yield Buffer.from(text)
    }
    async function tell(rows: readonly RowOutcome[]) {
      outcomes.push(...rows)
    }
    return importPatients(
      { queries, transaction, read, progress: undefined },
      { workspaceId: clinic.workspaceId, dryRun, tell, actor },
    )
  })
  return outcomes
}

const upsert = (clinic: Clinic, body: Json) =>
  clinic.post('/v1/patients', body, {
    headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
  })
const listPatientRows = ({ workspaceId }: Clinic) =>
  house.sql('select * from patients where workspace_id = $1 order by id', [workspaceId])
const created = (outcomes: RowOutcome[]) =>
  outcomes.filter(({ outcome }) => outcome === 'created').length
const listDoubts = (outcomes: RowOutcome[]) =>
  outcomes.filter(({ doubts }) => doubts.length > 0).map(({ line, doubts }) => [line, ...doubts])
const summariseOutcomes = (outcomes: RowOutcome[]) =>
  outcomes.map(({ line, outcome, doubts }) => [line, outcome, ...doubts])
/** A change that names nothing only reads the record. */
const loadRecord = async (clinic: Clinic, id: number) => (await upsert(clinic, { id })).json
const csv = (...lines: string[]) => `${lines.join('\n')}\n`

/** A file of `count` people, three on each phone. */
const crowd = (count: number) =>
  csv(
    'firstName,phoneNumber',
    ...Array.from(
      { length: count },
      (_, index) =>
        `${['Meera', 'Ravi', 'Asha'][index % 3]},98765${Math.floor(index / 3) + 10_000}`,
    ),
  )

describe('every field of a patient', () => {
  // From the schema, so that a new field without a place in one of the statements fails. A record
  // has a date of birth or an age.
  const { id: _, ...members } = PatientFields.properties
  const firstExample = (schema: object) => (schema as { examples: readonly unknown[] }).examples[0]
  const { dob, age, ...others }: Json = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, firstExample(schema)]),
  )
  const kinds = [
    { with: 'a date of birth', fields: { ...others, dob } },
    { with: 'an age', fields: { ...others, age } },
  ]

  it.each(kinds)(
    'is stored by a creation and by a change, with $with [PAT-02] [PAT-03]',
    async ({ fields }) => {
      const one = await house.clinic()
      const two = await house.clinic()
      const made = (await upsert(one, fields)).json
      expect(await loadRecord(one, made.id)).toMatchObject(fields)
      const { id } = (await upsert(two, { firstName: 'Mira' })).json
      await upsert(two, { id, ...fields })
      expect(await loadRecord(two, id)).toMatchObject(fields)
    },
  )

  it.each(kinds)('is stored by an import, with $with [PAT-03]', async ({ fields }) => {
    const clinic = await house.clinic()
    const { patientAddress, ...columns } = fields
    const cells = { ...columns, ...patientAddress }
    const [outcome] = await imported(
      clinic,
      csv(Object.keys(cells).join(','), Object.values(cells).join(',')),
    )
    expect(await loadRecord(clinic, outcome?.patient.id ?? 0)).toMatchObject(fields)
  })

  it.each(kinds)(
    'fills the other record in a merge, and leaves the merged one, with $with [TILL-02]',
    async ({ fields }) => {
      for (const known of [
        { firstName: 'Mira' },
        { countryCode: '+49', phoneNumber: '30123456' },
      ]) {
        const clinic = await house.clinic()
        const into = (await upsert(clinic, known)).json
        const from = (await upsert(clinic, fields)).json
        await house.operate('patient-merge', {
          workspace: clinic.name,
          from: from.id,
          into: into.id,
          reason: 'One person',
          confirmed: true,
        })
        expect(await loadRecord(clinic, into.id)).toMatchObject({
          ...fields,
          ...known,
          mrnNumber: into.mrnNumber,
        })
        const { mrnNumber: _number, ...erased } = personColumns
        const [merged] = await house.sql(
          `select num_nonnulls(${columnNames(erased)}) as left from patients where id = $1`,
          [from.id],
        )
        expect(merged.left).toBe(0)
      }
    },
  )
})

describe('a file of patients', () => {
  it('is read by the rules of POST /v1/patients, in any script [PAT-03] [A-043] [A-222]', async () => {
    const clinic = await house.clinic()
    const file = csv(
      'firstName,lastName,countryCode,phoneNumber,email,gender,dob,mrnNumber,age,bloodGroup,language,address,city,state,postalCode,country',
      'मीरा,Iyer,,98765-43210,Meera@Example.org,female,1990-04-12,H-1,36,O+,hi-in,"12, MI Road",Jaipur,Rajasthan,302001,India',
      // É and й in two pieces each.
      'Jose\u0301  ,Мои\u0306сеев,+44,(07700) 900123,,,,,7,,,,,,,',
      '王芳,,+999,1234,,,,,,,,,,,,',
    )
    expect(created(await imported(clinic, file))).toBe(3)
    const [meera, jose, wang] = await listPatientRows(clinic)
    expect(meera).toMatchObject({
      first_name: 'मीरा',
      mrn_number: 'H-1',
      country_code: '+91',
      phone_number: '9876543210',
      phone_normalised: '+919876543210',
      email: 'Meera@Example.org',
      email_folded: 'meera@example.org',
      age: null,
      language: 'hi-IN',
      patient_address: {
        address: '12, MI Road',
        city: 'Jaipur',
        state: 'Rajasthan',
        postalCode: '302001',
        country: 'India',
      },
      created_by: null,
    })
    expect(
      Math.abs(Number(meera.created_at) - house.application.clock.now()),
      'business time',
    ).toBeLessThan(60_000)
    expect(jose).toMatchObject({
      first_name: 'José',
      last_name: 'Мойсеев',
      phone_normalised: '+447700900123',
      age: 7,
      patient_address: null,
    })
    expect(wang).toMatchObject({
      first_name: '王芳',
      phone_normalised: '+9991234',
      mrn_number: expect.stringMatching(/^MRN-/),
    })
    // The API finds imported patients, however the name is written.
    expect(
      (await upsert(clinic, { firstName: 'JOSÉ', countryCode: '+44', phoneNumber: '7700900123' }))
        .json.id,
    ).toBe(Number(jose.id))
  })

  it('matches existing patients and leaves their records unchanged [PAT-01] [A-220]', async () => {
    const clinic = await house.clinic()
    const { id } = (
      await upsert(clinic, {
        firstName: 'Meera',
        lastName: 'Iyer',
        phoneNumber: '9876543210',
        mrnNumber: 'H-1',
      })
    ).json
    const before = await listPatientRows(clinic)
    const file = csv(
      'firstName,lastName,phoneNumber,mrnNumber,dob,email',
      ' MEERA,,98765 43210,,1990-04-12,new@example.org',
      ',,9876543210,,,',
      'Meera,Iyer,5550001,H-1,,',
    )
    const outcomes = await imported(clinic, file)
    expect(outcomes).toMatchObject([
      { line: 2, outcome: 'matched', by: 'phone and name', patient: { id } },
      { line: 3, outcome: 'matched', by: 'phone', patient: { id } },
      { line: 4, outcome: 'matched', by: 'record number', patient: { id } },
    ])
    expect(await listPatientRows(clinic)).toEqual(before)
  })

  it('keeps relatives on one phone apart, and creates no one a second time [INV-32]', async () => {
    const clinic = await house.clinic()
    const file = crowd(1_500)
    expect(created(await imported(clinic, file))).toBe(1_500)
    const before = await listPatientRows(clinic)
    const audited = await house.sql(
      "select patient_id as id, operator from audit_entries where workspace_id = $1 and action = 'CREATED' order by 1",
      [clinic.workspaceId],
    )
    expect(audited).toEqual(before.map(({ id }) => ({ id, operator: actor.name })))
    const again = await imported(clinic, file)
    expect([created(again), listDoubts(again)]).toEqual([0, []])
    expect(again.map(({ patient }) => patient.id)).toEqual(before.map(({ id }) => Number(id)))
    expect(await listPatientRows(clinic)).toEqual(before)
  })

  it('is not affected by another workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await imported(other, csv('firstName,phoneNumber,mrnNumber', 'Meera,9876543210,H-1'))
    expect(
      created(
        await imported(clinic, csv('firstName,phoneNumber,mrnNumber', 'Meera,9876543210,H-1')),
      ),
    ).toBe(1)
  })
})

describe('a wrong line', () => {
  const wrong = cases<[string, string, string]>([
    ['neither name nor phone', ',Iyer,,,,', 'the patient needs firstName or phoneNumber'],
    ['a phone of letters', 'Meera,,call me,,,', 'the patient.phoneNumber must have 4 to 15 digits'],
    [
      'a date of birth that is none',
      'Meera,,,1990-02-30,,',
      'dob must be an existing date, YYYY-MM-DD',
    ],
    ['an age that is no number', 'Meera,,,,about 40,', 'age must be of type integer'],
    ['an age beyond people', 'Meera,,,,151,', 'age must be at most 150'],
    [
      'an e-mail address that is none',
      'Meera,,,,,a@',
      'the patient.email must be an e-mail address',
    ],
    ['a name too long', `${'x'.repeat(201)},,,,,`, 'firstName must have at most 200 characters'],
    // 2030-01-01 is the day of the tests.
    ['a date of birth to come', 'Meera,,,2031-05-21,,', 'dob must not be in the future'],
    [
      'a phone that its country does not have',
      'Meera,,+246 9876543299,,,',
      'the patient.phoneNumber is no phone of +246',
    ],
    ['too few fields', 'Meera', 'has 1 fields where the first line has 6'],
  ])
  it.each(wrong)(
    'with %s is reported by its number, and nothing is written [PAT-04] [PAT-05] [PAT-07]',
    async (_, line, reason) => {
      const clinic = await house.clinic()
      const file = csv('firstName,lastName,phoneNumber,dob,age,email', 'Ravi,,9876543210,,,', line)
      const problem = await imported(clinic, file).catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(Problem)
      expect((problem as Problem).mistakes).toEqual([{ path: 'line 3', reason }])
      expect(await listPatientRows(clinic)).toEqual([])
    },
  )

  it('is not caused by its phone when several countries share the dial code, or no country is named [A-043]', async () => {
    const clinic = await house.clinic()
    const file = csv(
      'firstName,countryCode,phoneNumber',
      'Meera,+1,5555550100',
      'Ravi,,1234567',
      'Asha,+999,1234',
      'Jane,+246,3805678',
      'Joan,,+246 3805679',
    )
    expect(created(await imported(clinic, file))).toBe(5)
    expect(
      await imported(clinic, csv('firstName,countryCode,phoneNumber', 'Kim,+246,9876543299')).catch(
        ({ mistakes }) => mistakes,
      ),
    ).toEqual([{ path: 'line 2', reason: 'the patient.phoneNumber is no phone of +246' }])
  })

  it('is reported with all others, also after thousands of good ones', async () => {
    const clinic = await house.clinic()
    const problem = await imported(clinic, `${crowd(2_000)}Meera,x\n,y\n`).catch(
      (error: Problem) => error,
    )
    expect(problem).toMatchObject({
      code: 'FILE_HAS_INVALID_LINES',
      mistakes: [{ path: 'line 2002' }, { path: 'line 2003' }],
    })
    expect(await listPatientRows(clinic)).toEqual([])
  })

  it('is the first one if it names neither firstName nor phoneNumber', async () => {
    const problem = await imported(
      await house.clinic(),
      csv('lastName,dob', 'Iyer,1990-04-12'),
    ).catch((error: Problem) => error)
    expect(problem).toMatchObject({
      mistakes: [{ path: 'line 1', reason: 'has none of the columns firstName, phoneNumber' }],
      details: {
        columns: expect.stringMatching(
          /^at least one of firstName, phoneNumber and, where there are any, lastName, countryCode/,
        ),
      },
    })
  })
})

const family = csv(
  'firstName,lastName,phoneNumber,mrnNumber,dob,gender',
  'Meera,Iyer,9876543210,,1990-04-13,M',
  'Ravi,Iyer,9876543210,,1992-01-01,',
  'Raavi,Iyer,9876543210,,,',
  'Meera,,9876543210,H-9,,',
  'Meera,Rao,9876543210,,,',
  'Meera,,9876543210,,,',
  ',,9876543210,,,',
  'Ravi,Iyer,9876543210,,1992-01-01,',
  'Somebody,Else,,H-1,,',
  'Nobody,,,,,',
  'Kavya,Nair,5550001,,,',
)

/** A clinic that knows Meera Iyer, and her id. */
async function knowing() {
  const clinic = await house.clinic()
  const meera = {
    firstName: 'Meera',
    lastName: 'Iyer',
    phoneNumber: '9876543210',
    dob: '1990-04-12',
    gender: 'female',
    mrnNumber: 'H-1',
  }
  return { clinic, id: (await upsert(clinic, meera)).json.id as number }
}

describe('a doubtful match', () => {
  it('is reported by line and id, without a name or a phone', async () => {
    const { clinic, id } = await knowing()
    const outcomes = await imported(clinic, family)
    const rows = await listPatientRows(clinic)
    const patientIdAtLine = (line: number) =>
      outcomes.find((outcome) => outcome.line === line)?.patient.id
    expect(rows).toHaveLength(6)
    expect(
      outcomes
        .filter(({ doubts }) => doubts.length > 0)
        .map((outcome) => `line ${outcome.line}: ${describeDoubts(outcome)}`),
    ).toEqual([
      `line 2: is patient ${id} by phone and name, but the date of birth and the gender differ`,
      `line 4: is new, but patient ${patientIdAtLine(3)} on the same phone is very similar`,
      `line 5: is new, but patient ${id} on the same phone has the same name and another record number`,
      `line 7: is patient ${id} by phone and name, but not the only one who could be meant`,
      `line 8: is patient ${id} by phone, but not the only one who could be meant`,
      `line 10: is patient ${id} by record number, but the name differs`,
      'line 11: is new, without phone and record number: importing the file again makes it again',
    ])
  })
})

describe('a dry run', () => {
  it('reports what the import then does, and writes nothing', async () => {
    const { clinic, id } = await knowing()
    const before = await house.sql('select ctid, xmin, patients::text from patients order by 1')
    const dry = await imported(clinic, family, { dryRun: true })
    expect(await house.sql('select ctid, xmin, patients::text from patients order by 1')).toEqual(
      before,
    )
    expect(dry[0]?.patient).toMatchObject({ id })
    expect(describeDoubts(dry[2] as RowOutcome), 'of a patient the file itself would create').toBe(
      'is new, but the patient of line 3 on the same phone is very similar',
    )
    expect(dry[7]).toMatchObject({ outcome: 'matched', patient: { id: null, line: 3 } })
    expect(summariseOutcomes(await imported(clinic, family))).toEqual(summariseOutcomes(dry))
  })

  it('matches much earlier lines, and a large family', async () => {
    const clinic = await house.clinic()
    const crowded = Array.from(
      { length: 700 },
      (_, index) =>
        `Person${index}${index % 7 === 0 ? '' : 'x'},9999999999,${index % 5 === 0 ? `H-${index % 50}` : ''}`,
    )
    const file = csv(
      'firstName,phoneNumber,mrnNumber',
      ...crowded,
      ...crowded.toReversed(),
      'Meera,9999999999,',
    )
    const dry = await imported(clinic, file, { dryRun: true })
    expect(created(dry)).toBeGreaterThan(500)
    expect(summariseOutcomes(await imported(clinic, file))).toEqual(summariseOutcomes(dry))
    expect(await listPatientRows(clinic)).toHaveLength(created(dry))
  })
})

describe('a number that clinics invent', () => {
  it('is compared with few of its patients, also if all have one first name, or one name [SETUP-08]', async () => {
    const clinic = await house.clinic()
    const lastNames = Array.from({ length: 1_100 }, (_, index) => `A,L${index},9999999999,`)
    const numbered = Array.from({ length: 600 }, (_, index) => `A,L7,9999999999,H-${index}`)
    const csvRows = [
      'A,L1099,9999999999,',
      'A,,9999999999,',
      'A,L7,9999999999,',
      'B,L1,9999999999,',
      ',,9999999999,',
    ]
    const file = csv(
      'firstName,lastName,phoneNumber,mrnNumber',
      ...lastNames,
      ...numbered,
      ...csvRows,
    )
    const dry = await imported(clinic, file, { dryRun: true })
    const outcomes = await imported(clinic, file)
    expect(summariseOutcomes(outcomes)).toEqual(summariseOutcomes(dry))
    expect(created(outcomes)).toBe(lastNames.length + numbered.length + 1)
    expect(outcomes.slice(-5).map(({ outcome, doubts }) => [outcome, ...doubts])).toEqual([
      ['matched'],
      ['matched', 'MULTIPLE_MATCHES'],
      ['matched', 'MULTIPLE_MATCHES'],
      ['created'],
      ['matched', 'MULTIPLE_MATCHES'],
    ])
    expect(outcomes.at(-3)?.patient.id, 'the oldest with the name').toBe(outcomes[7]?.patient.id)
    const compared = {
      workspaceId: clinic.workspaceId,
      phones: ['+919999999999'],
      firstNames: ['a'],
      lastNames: ['l7', 'l1099'],
    }
    expect((await house.application.database.rows(patientsOnPhones, compared)).length).toBe(20 + 2)
  })
})

describe('at the same time', () => {
  it('two imports of one file and calls of the API make one record of each [INV-32] [A-221]', async () => {
    const clinic = await house.clinic()
    const people = crowd(1_200)
    const reversed = csv(
      'firstName,phoneNumber',
      ...people.trim().split('\n').slice(1).toReversed(),
    )
    const calls = Array.from({ length: 60 }, (_, index) =>
      upsert(clinic, { firstName: 'Ravi', phoneNumber: `98765${10_000 + index * 6}` }),
    )
    const [one, other, ...replies] = await Promise.all([
      imported(clinic, people),
      imported(clinic, reversed),
      ...calls,
    ])
    expect(
      replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 201),
    ).toEqual([])
    expect(
      created(one) + created(other) + replies.filter(({ status }) => status === 201).length,
    ).toBe(1_200)
    const rows = await listPatientRows(clinic)
    expect(new Set(rows.map((row) => `${row.first_name} ${row.phone_normalised}`)).size).toBe(1_200)
    expect(rows).toHaveLength(1_200)
  })

  const askers = cases<[string, (clinic: Clinic) => Promise<unknown>]>([
    [
      'an import',
      async (clinic) =>
        (await imported(clinic, csv('firstName,mrnNumber', 'Meera,H-2', 'Ravi,H-3')))[0]?.patient
          .id,
    ],
    [
      'a call',
      async (clinic) => (await upsert(clinic, { firstName: 'Meera', mrnNumber: 'H-2' })).json.id,
    ],
  ])
  it.each(askers)(
    '%s finds who was given a record number after its first look [INV-32]',
    async (_, ask) => {
      const { clinic, id } = await knowing()
      await withClient(house.connection, async (client) => {
        await client.query('begin')
        await client.query("update patients set mrn_number = 'H-2' where workspace_id = $1", [
          clinic.workspaceId,
        ])
        const pending = ask(clinic)
        const waiting =
          "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        await expect.poll(() => house.sql(waiting)).toEqual([{ waiting: 1 }])
        await client.query('commit')
        expect(await pending).toBe(id)
      })
    },
  )
})
