import { expect, it } from 'vitest'
import { type ActionName, canPerform, type Token, tokenActions } from './queries.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const token = (status: string, takeBackUntil: string | null = null) =>
  ({ status, takeBackUntil }) as Token
const actionsOn = (one: Token) =>
  (Object.keys(tokenActions) as ActionName[]).filter((name) => canPerform(name, one, now))

it('offers the actions that the status of a token allows', () => {
  expect(actionsOn(token('WAITING'))).toEqual(['begin', 'skip', 'noShow', 'move', 'cancel'])
  expect(actionsOn(token('CALLED'))).toEqual(['begin', 'recall', 'skip', 'noShow', 'cancel'])
  expect(actionsOn(token('IN_CONSULTATION'))).toEqual(['complete'])
  expect(actionsOn(token('SKIPPED'))).toEqual(['return', 'noShow', 'cancel'])
  expect(actionsOn(token('NO_SHOW'))).toEqual(['return', 'cancel'])
  expect([
    actionsOn(token('COMPLETED')),
    actionsOn(token('CANCELLED')),
    actionsOn(token('UNKNOWN')),
  ]).toEqual([[], [], []])
})

it('takes a call or a beginning back until its time, and no longer', () => {
  for (const status of ['CALLED', 'IN_CONSULTATION']) {
    expect(canPerform('takeBack', token(status, '2026-11-23T14:30:01+05:30'), now)).toBe(true)
    expect(canPerform('takeBack', token(status, '2026-11-23T14:30:00+05:30'), now)).toBe(false)
  }
  expect(canPerform('takeBack', token('WAITING', '2026-11-23T10:00:00Z'), now)).toBe(false)
})

it('has a key of its own for each action', () => {
  const keys = Object.values(tokenActions).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
