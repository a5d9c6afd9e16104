import { describe, expect, it } from 'vitest'
import type { PatientRecord as Patient } from './queries.ts'
import {
  changedFields,
  emptiedFields,
  fieldValue,
  recordChanges,
  refusedField,
} from './record-fields.ts'

const patient = {
  firstName: 'Anaya',
  lastName: null,
  countryCode: '+91',
  phoneNumber: '9876543210',
  email: 'anaya@example.org',
  dob: '1990-02-28',
  age: 0,
  patientAddress: { address: '5 Hill Road', city: 'Pune', landmark: 'near the park' },
} as unknown as Patient

it('shows the fields of a record and of its address, and a zero as one', () => {
  expect(
    (['firstName', 'lastName', 'age', 'city', 'state'] as const).map((field) =>
      fieldValue(patient, field),
    ),
  ).toEqual(['Anaya', '', '0', 'Pune', ''])
  expect(fieldValue({ ...patient, patientAddress: null } as Patient, 'city')).toBe('')
})

describe('what is sent of a changed record', () => {
  it('is nothing if nothing differs, or a field is only emptied [TILL-01]', () => {
    expect(recordChanges(patient, {})).toBeUndefined()
    expect(
      recordChanges(patient, { firstName: ' Anaya ', city: 'Pune', age: '0', lastName: '  ' }),
    ).toBeUndefined()
    expect(recordChanges(patient, { firstName: '', email: ' ' })).toBeUndefined()
    expect(
      emptiedFields(patient, { firstName: '', lastName: '', city: ' ', email: 'x@example.org' }),
    ).toEqual(['firstName', 'city'])
  })

  it('is each changed field, trimmed, with the age as a number [TILL-01]', () => {
    expect(
      recordChanges(patient, {
        firstName: ' Anaya Devi',
        lastName: 'Rao',
        age: '36',
        email: 'anaya@example.org',
      }),
    ).toEqual({
      firstName: 'Anaya Devi',
      lastName: 'Rao',
      age: 36,
    })
  })

  it('has the dial code with every new number, because a number alone belongs to no country [TILL-01]', () => {
    expect(recordChanges(patient, { phoneNumber: '9000000000' })).toEqual({
      phoneNumber: '9000000000',
      countryCode: '+91',
    })
    expect(recordChanges(patient, { phoneNumber: '5550100', countryCode: '+1' })).toEqual({
      phoneNumber: '5550100',
      countryCode: '+1',
    })
    expect(recordChanges(patient, { countryCode: '+1' })).toEqual({ countryCode: '+1' })
    expect(
      recordChanges({ ...patient, countryCode: null } as Patient, { phoneNumber: '5550100' }),
    ).toEqual({ phoneNumber: '5550100' })
    expect(recordChanges(patient, { firstName: 'Maya' })).toEqual({ firstName: 'Maya' })
  })

  it('keeps the rest of the address [TILL-01]', () => {
    expect(recordChanges(patient, { city: 'Mumbai', state: 'MH' })).toEqual({
      patientAddress: {
        address: '5 Hill Road',
        city: 'Mumbai',
        landmark: 'near the park',
        state: 'MH',
      },
    })
  })
})

it('names the fields that differ between two versions', () => {
  const other = {
    ...patient,
    lastName: 'Rao',
    patientAddress: { ...patient.patientAddress, city: 'Mumbai' },
  } as Patient
  expect(changedFields(patient, other)).toEqual(['lastName', 'city'])
  expect(changedFields(patient, patient)).toEqual([])
})

it('finds the field of a refusal, and none in a part of another word', () => {
  expect(refusedField('MRN_TAKEN')).toBe('mrnNumber')
  expect(refusedField('VALIDATION_ERROR', { problem: 'body/age must be <= 150' })).toBe('age')
  expect(refusedField('VALIDATION_ERROR', { problem: 'the package is unknown' })).toBeUndefined()
  expect([
    refusedField('BUSY', { problem: 'age' }),
    refusedField(undefined),
    refusedField('VALIDATION_ERROR'),
  ]).toEqual([undefined, undefined, undefined])
})
