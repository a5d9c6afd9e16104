import { describe, expect, it } from 'vitest'
import type { Description } from './draft.ts'
import { buildFirstEdits, type FirstStepsInput } from './first-edits.ts'

const typed: FirstStepsInput = {
  ownName: 'Ana Sousa',
  ownEmail: 'ana@sunrise.example',
  title: 'Sunrise',
  fullAddress: '5 Hill Road',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
  currency: 'BRL',
  timezone: 'America/Sao_Paulo',
  name: 'Dr. Zoë Müller',
  specialization: 'Cardiology',
  system: 'SCHEDULED',
  days: ['MON', 'TUE'],
  from: '09:00',
  to: '17:00',
  slotMinutes: 15,
  maxAppointments: 40,
  modes: ['OFFLINE', 'ONLINE'],
  fee: 0,
  publish: false,
}
const empty = {} as Description
const editPaths = (some: Partial<FirstStepsInput>, description: unknown = empty) =>
  buildFirstEdits({ ...typed, ...some }, description as Description, true).map(({ path }) =>
    path.join('/'),
  )

describe('the first steps', () => {
  it('make a clinic with its location, practitioner, hours and a fee for each mode [SETUP-09]', () => {
    expect(buildFirstEdits(typed, empty, false)).toEqual([
      { path: ['workspace', 'title'], value: 'Sunrise' },
      { path: ['workspace', 'timezone'], value: 'America/Sao_Paulo' },
      {
        path: ['locations', 'sao-paulo'],
        value: {
          fullAddress: '5 Hill Road, São Paulo, SP',
          city: 'São Paulo',
          state: 'SP',
          country: 'BR',
          currency: 'BRL',
        },
      },
      {
        path: ['practitioners', 'dr-zoe-muller'],
        value: {
          name: 'Dr. Zoë Müller',
          specialization: 'Cardiology',
          system: 'SCHEDULED',
          at: {
            'sao-paulo': {
              slotMinutes: 15,
              fees: [
                { mode: 'OFFLINE', amount: 0 },
                { mode: 'ONLINE', amount: 0 },
              ],
              hours: [
                { days: ['MON', 'TUE'], from: '09:00', to: '17:00', modes: ['OFFLINE', 'ONLINE'] },
              ],
            },
          },
        },
      },
    ])
  })

  it('publish the clinic, its booking page and the practitioner together [SETUP-09]', () => {
    const edits = buildFirstEdits({ ...typed, publish: true }, empty, true)
    expect(edits.slice(4)).toEqual([
      { path: ['workspace', 'publicProfile'], value: { name: 'Sunrise' } },
      { path: ['workspace', 'bookingPage', 'published'], value: true },
    ])
    expect(edits[3]?.value).toMatchObject({
      profile: { published: true, name: 'Dr. Zoë Müller' },
    })
  })

  it('name things by their Latin letters and digits, at most forty, and by a number without any [SETUP-09]', () => {
    const namedPaths = (city: string, name: string) => editPaths({ city, name }).slice(2)
    expect(namedPaths('मुंबई', 'د. سارة')).toEqual([
      'locations/location-1',
      'practitioners/practitioner-1',
    ])
    expect(namedPaths('24th Street', '  O’Neill -- Jr. ')).toEqual([
      'locations/location-1',
      'practitioners/o-neill-jr',
    ])
    expect(namedPaths(`${'a'.repeat(39)} b`, 'Q')).toEqual([
      `locations/${'a'.repeat(39)}`,
      'practitioners/q',
    ])
  })

  it('give a practitioner no name of a member of the staff [SETUP-09]', () => {
    const member = { at: ['main'] }
    expect(editPaths({ name: 'Anna' }, { staff: { anna: member } })[3]).toBe('practitioners/anna-1')
    expect(editPaths({ name: 'Anna' }, { staff: { anna: member, 'anna-1': member } })[3]).toBe(
      'practitioners/anna-2',
    )
    expect(editPaths({ name: 'Constructor' }, { staff: {} })[3]).toBe('practitioners/constructor')
  })

  it('make a shift with tokens for a practitioner whose patients wait in a queue [SETUP-09]', () => {
    expect(buildFirstEdits({ ...typed, system: 'QMS' }, empty, true)[3]?.value).toMatchObject({
      system: 'QMS',
      at: {
        'sao-paulo': {
          slotMinutes: 15,
          fees: [{ mode: 'OFFLINE', amount: 0 }],
          shifts: {
            day: {
              days: ['MON', 'TUE'],
              from: '09:00',
              to: '17:00',
              maxAppointments: 40,
              averageMinutes: 15,
            },
          },
        },
      },
    })
  })

  it('give the practitioner the role of practitioners, and the member an address, if the member may change that [SETUP-09]', () => {
    const description = {
      staff: { owner: { at: ['main'] } },
      roles: { desk: { dashboard: 'reception' }, doctor: { dashboard: 'practitioner' } },
    } as unknown as Description
    const edits = buildFirstEdits(typed, description, true, 'owner')
    expect(edits[3]?.value).toMatchObject({ roles: ['doctor'] })
    expect(edits.slice(4)).toEqual([
      { path: ['staff', 'owner', 'name'], value: 'Ana Sousa' },
      { path: ['staff', 'owner', 'email'], value: 'ana@sunrise.example' },
    ])
    const withoutStaff = buildFirstEdits(typed, description, false, 'owner')
    expect(withoutStaff).toHaveLength(4)
    expect(withoutStaff[3]?.value).not.toHaveProperty('roles')
  })

  it('give the location to staff without one, if the member may change that [SETUP-09]', () => {
    const description = {
      staff: { asha: { at: [] }, ravi: { at: ['main'] } },
    } as unknown as Description
    expect(buildFirstEdits(typed, description, true).slice(4)).toEqual([
      { path: ['staff', 'asha', 'at'], value: ['sao-paulo'] },
    ])
    expect(buildFirstEdits(typed, description, false)).toHaveLength(4)
  })
})
