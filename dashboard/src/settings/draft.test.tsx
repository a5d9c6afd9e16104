import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Description, memberAt, mistakeAt, useDraft } from './draft.ts'

const description = {
  workspace: { title: 'Sunrise' },
  locations: { pune: { city: 'Pune', rooms: ['1'] } },
} as unknown as Description
const workspace = 'sunrise'

function drafted(version = 4) {
  return renderHook(
    (settings: { description: Description; version: number }) => useDraft(workspace, settings),
    { initialProps: { description, version } },
  )
}

beforeEach(() => {
  const { result } = drafted()
  act(() => result.current.discard())
})

describe('the input of the settings', () => {
  it('is shown over the settings, and names what it changes [SETUP-01]', () => {
    const { result } = drafted()
    act(() => result.current.set(['locations', 'pune', 'city'], 'Mumbai'))
    act(() => result.current.set(['locations', 'delhi'], { city: 'Delhi' }))
    expect(result.current.shown).toEqual({
      ...description,
      locations: { pune: { city: 'Mumbai', rooms: ['1'] }, delhi: { city: 'Delhi' } },
    })
    expect(result.current.edits).toEqual([
      { path: ['locations', 'pune', 'city'], value: 'Mumbai' },
      { path: ['locations', 'delhi'], value: { city: 'Delhi' } },
    ])
    expect(memberAt(description, ['locations', 'pune', 'city'])).toBe('Pune')
  })

  it('is none again when the former value is typed', () => {
    const { result } = drafted()
    act(() => result.current.set(['workspace', 'title'], 'Sunset'))
    act(() => result.current.set(['workspace', 'title'], 'Sunrise'))
    act(() => result.current.set(['workspace', 'logo'], 'x'))
    act(() => result.current.set(['workspace', 'logo'], undefined))
    expect(result.current.edits).toEqual([])
  })

  it('has the mistakes that the service found, each until its member is edited [SETUP-01]', () => {
    const { result } = drafted()
    const mistakes = [
      { path: 'locations.pune.city', reason: 'must not be blank' },
      { path: 'locations.pune.rooms.0', reason: 'is there twice' },
    ]
    act(() => result.current.set(['locations', 'pune', 'city'], ''))
    act(() => result.current.reportMistakes(mistakes))
    expect(mistakeAt(result.current, ['locations', 'pune', 'city'])).toBe('must not be blank')
    act(() => result.current.set(['locations', 'pune', 'city'], 'Pune City'))
    expect(result.current.mistakes).toEqual(mistakes.slice(1))
    act(() => result.current.set(['locations', 'pune', 'rooms'], ['1', '2']))
    expect(result.current.mistakes).toEqual([])
  })

  it('is not lost while the service is checking it', () => {
    const { result } = drafted()
    act(() => result.current.set(['workspace', 'title'], 'Sunset'))
    const { reportMistakes } = result.current
    act(() => result.current.set(['workspace', 'title'], 'Sunset Clinic'))
    act(() => reportMistakes([]))
    expect(result.current.edits).toEqual([{ path: ['workspace', 'title'], value: 'Sunset Clinic' }])
  })

  it('becomes a part of something new, and goes with what is removed', () => {
    const { result } = drafted()
    act(() => result.current.set(['locations', 'delhi'], { city: '' }))
    act(() => result.current.set(['locations', 'delhi', 'city'], 'Delhi'))
    expect(result.current.edits).toEqual([
      { path: ['locations', 'delhi'], value: { city: 'Delhi' } },
    ])
    act(() => result.current.set(['locations', 'pune', 'city'], 'Mumbai'))
    act(() => result.current.set(['locations', 'pune'], undefined))
    expect(result.current.edits).toEqual([
      { path: ['locations', 'delhi'], value: { city: 'Delhi' } },
      { path: ['locations', 'pune'] },
    ])
    expect(result.current.shown).toEqual({
      ...description,
      locations: { delhi: { city: 'Delhi' } },
    })
  })

  it('keeps the version at which it began, until it goes on from a later one [SETUP-03]', () => {
    const { result, rerender } = drafted(4)
    act(() => result.current.set(['workspace', 'title'], 'Sunset'))
    rerender({ description, version: 6 })
    act(() => result.current.set(['workspace', 'title'], 'Sunrise House'))
    expect(result.current.version).toBe(4)
    act(() => result.current.goOn(6))
    expect([result.current.version, result.current.edits.length]).toEqual([6, 1])
    act(() => result.current.discard())
    rerender({ description, version: 7 })
    expect([result.current.version, result.current.edits]).toEqual([7, []])
  })

  it('asks before the page is closed, and only while there is some', () => {
    const { result } = drafted()
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked()).toBe(false)
    act(() => result.current.set(['workspace', 'title'], 'Sunset'))
    expect(isAsked()).toBe(true)
    act(() => result.current.discard())
    expect(isAsked()).toBe(false)
  })
})
