import { describe, expect, it } from 'vitest'
import { book, openHouse, slotsOf } from '../../test/harness.ts'

const house = await openHouse()

describe('201', () => {
  it('books a listed slot, which then is listed no more [BOOK-01] [SLOT-23]', async () => {
    const clinic = await house.clinic()
    const before = await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07')
    const reply = await book(clinic)
    expect(reply.status, reply.text).toBe(201)
    const after = await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07')
    expect(after.json.slots).toEqual(before.json.slots.slice(1))
  })
})
