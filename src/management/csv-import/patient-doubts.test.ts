import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/support/run/cases.ts'
import { foldText } from '../../base/values/text.ts'
import { findMatches, isSameName } from '../../clinic/patients/matching.ts'
import { isSimilar, type PersonTraits } from '../../clinic/patients/similar.ts'
import {
  type Doubt,
  familyMax,
  findContradictions,
  findNewPatientDoubt,
  matchDoubts,
} from './patient-doubts.ts'

const createTraits = (member: Partial<PersonTraits>): PersonTraits => ({
  firstNameFolded: null,
  lastNameFolded: null,
  dob: null,
  gender: null,
  ...member,
})
const someone = (firstName: string, lastName: string | null = null, dob: string | null = null) =>
  createTraits({
    firstNameFolded: foldText(firstName),
    lastNameFolded: lastName && foldText(lastName),
    dob,
  })

// Few values, so that people share them.
const name = fc.option(
  fc.constantFrom(
    'meera',
    'meeraa',
    'mira',
    'ravi',
    'josé',
    'मीरा',
    'олена',
    'venkataraman',
    'venkatramana',
  ),
)
const person: fc.Arbitrary<PersonTraits> = fc.record({
  firstNameFolded: name,
  lastNameFolded: name,
  dob: fc.option(fc.constantFrom('1990-04-12', '1962-11-03')),
  gender: fc.option(fc.constantFrom('female', 'F', 'male', 'm', '')),
})

describe('any people that are compared', () => {
  it('likeness and contradiction are mutual', () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        expect(isSimilar(one, other)).toBe(isSimilar(other, one))
        expect(isSameName(one, other)).toBe(isSameName(other, one))
        expect(findContradictions(one, other)).toEqual(findContradictions(other, one))
      }),
    )
  })

  it('a person found alone and unchanged contradicts nothing and is not in doubt', () => {
    fc.assert(
      fc.property(person, (one) => {
        expect(matchDoubts(one, [{ ...one }])).toEqual([])
      }),
    )
  })

  it('a patient found by a name never contradicts it', () => {
    const phone = { countryCode: '+91', number: '9876543210', normalised: '+919876543210' }
    fc.assert(
      fc.property(person, fc.array(person), (one, onPhone) => {
        const matches = findMatches<PersonTraits>({ ...one, mrnNumber: null, phone }, [], onPhone)
        if (one.firstNameFolded !== null)
          expect(matchDoubts(one, matches)).not.toContain('NAME_DIFFERS')
        expect(matchDoubts(one, matches).includes('MULTIPLE_MATCHES')).toBe(matches.length > 1)
      }),
    )
  })

  it('a new person resembles one of those on the phone, and no one if there are none', () => {
    fc.assert(
      fc.property(person, fc.array(person), (one, onPhone) => {
        const found = findNewPatientDoubt(one, onPhone)
        if (found) expect(onPhone).toContain(found.other)
        expect(findNewPatientDoubt(one, [])).toBeUndefined()
      }),
    )
  })
})

describe('a new patient and one on the same phone', () => {
  const pairs = cases<[string, PersonTraits, PersonTraits, Doubt | undefined]>([
    ['a letter more', someone('Meera'), someone('Meeraa'), 'SIMILAR_ON_PHONE'],
    ['another letter', someone('Sunil', 'Rao'), someone('Sunit', 'Rao'), 'SIMILAR_ON_PHONE'],
    ['letters that changed places', someone('Meera'), someone('Meear'), 'SIMILAR_ON_PHONE'],
    [
      'two letters of a long name',
      someone('Krishnamurthy'),
      someone('Krishnamoorthy'),
      'SIMILAR_ON_PHONE',
    ],
    [
      'a letter of the last name',
      someone('Meera', 'Iyer'),
      someone('Meera', 'Iyar'),
      'SIMILAR_ON_PHONE',
    ],
    [
      'one date of birth and last name',
      someone('Pinky', 'Rao', '1990-04-12'),
      someone('Anuradha', 'Rao', '1990-04-12'),
      'SIMILAR_ON_PHONE',
    ],
    [
      'the same name',
      someone('Meera', 'Iyer', '1990-04-12'),
      someone('MEERA', null, '1962-11-03'),
      'DIFFERENT_RECORD_NUMBER',
    ],
    [
      'near names and other dates of birth',
      someone('Sunil', 'Rao', '1990-04-12'),
      someone('Sunit', 'Rao', '1962-11-03'),
      undefined,
    ],
    ['short names', someone('Ali'), someone('Alia'), undefined],
    [
      'one first name in two families',
      someone('Meera', 'Iyer'),
      someone('Meera', 'Rao'),
      undefined,
    ],
    ['siblings', someone('Amit', 'Rao'), someone('Anil', 'Rao'), undefined],
    ['no name', someone('Meera'), createTraits({}), undefined],
  ])
  it.each(pairs)('who share %s', (_, one, other, doubt) => {
    expect(findNewPatientDoubt(one, [other])?.doubt).toBe(doubt)
  })

  it('are compared with the first few only, except by name', () => {
    const crowd = Array.from({ length: familyMax }, (_, index) =>
      someone(`Person ${index}`, null, '1962-11-03'),
    )
    const meera = someone('Meera', null, '1990-04-12')
    expect(findNewPatientDoubt(meera, [...crowd, someone('Meeraa')])).toBeUndefined()
    expect(findNewPatientDoubt(meera, [...crowd, someone('Meera')])?.doubt).toBe(
      'DIFFERENT_RECORD_NUMBER',
    )
  })
})

describe('a patient who is found', () => {
  const known = { ...someone('Meera', 'Iyer', '1990-04-12'), gender: 'female' }
  const differences = cases<[string, Partial<PersonTraits>, Doubt[]]>([
    ['nothing more than what is known', { lastNameFolded: null, dob: null, gender: null }, []],
    ['a letter for the gender', { gender: 'F' }, []],
    ['another date of birth', { dob: '1990-12-04' }, ['DOB_DIFFERS']],
    ['another gender', { gender: 'male' }, ['GENDER_DIFFERS']],
    ['another first name', { firstNameFolded: 'ravi' }, ['NAME_DIFFERS']],
    [
      'everything else',
      { firstNameFolded: 'ravi', lastNameFolded: 'rao', dob: '1962-11-03', gender: 'M' },
      ['NAME_DIFFERS', 'DOB_DIFFERS', 'GENDER_DIFFERS'],
    ],
  ])
  it.each(differences)('and comes with %s', (_, change, doubts) => {
    expect(matchDoubts({ ...known, ...change }, [known])).toEqual(doubts)
  })
})
