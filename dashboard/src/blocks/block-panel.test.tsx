import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Day } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { BlockPanel } from './block-panel.tsx'

const doctor = (doctorId: number, doctorName: string) => ({
  doctorId,
  doctorName,
  appointmentSystemType: 'SCHEDULED',
  isBookable: true,
  busy: [],
})
const day = (date: string, timezone: string) =>
  ({
    addressId: 3,
    date,
    timezone,
    roomBlocks: [],
    doctors: [doctor(5, 'Dr Rao'), doctor(6, 'Dr Sen')],
  }) as unknown as Day

async function rendered(shown: Day) {
  const none = () => {}
  const part = await renderPart(
    <BlockPanel
      day={shown}
      id="new"
      close={none}
      openBlock={none}
      openVisit={none}
      replace={none}
    />,
    {
      answers: {
        'location-list': [],
        'block-list': [],
        'block-add': { block: { id: 1, fromDateTimeIso: '2026-10-25T02:30:00+02:00' } },
        'block-close': { blocks: [] },
      },
    },
  )
  const type = (label: string, value: string) =>
    fireEvent.change(part.getByLabelText(label), { target: { value } })
  const submit = async () => {
    const button = part.getByRole('button', { name: /^(Block|Close the location)$/ })
    await part.user.click(button)
    await expect.poll(() => part.changes().length).toBe(1)
    return part.changes()[0]
  }
  return { ...part, type, submit }
}

describe('a new blocked time', () => {
  it('in the night in which the clocks go back begins at the first of two equal times and lasts as long as was entered [DAY-11]', async () => {
    const { user, type, submit, getByLabelText } = await rendered(
      day('2026-10-25', 'Europe/Berlin'),
    )
    type('From, time', '02:30')
    type('To, time', '03:00')
    await user.type(getByLabelText(/Reason/), ' Training ')
    expect(await submit()).toMatchObject({
      operation: 'block-add',
      input: {
        addressId: 3,
        doctorId: 5,
        everywhere: false,
        reason: 'Training',
        fromDateTimeIso: '2026-10-25T02:30:00+02:00',
        toDateTimeIso: '2026-10-25T03:00:00+01:00',
      },
    })
  })

  it('of whole days ends at midnight after the last one, at the offset of the zone at that time [DAY-11]', async () => {
    const { user, type, submit, getByLabelText } = await rendered(
      day('2026-12-31', 'America/New_York'),
    )
    await user.click(getByLabelText(/Whole days/))
    type('To', '2027-03-14')
    await user.type(getByLabelText(/Reason/), 'Leave')
    expect(await submit()).toMatchObject({
      input: {
        fromDateTimeIso: '2026-12-31T00:00:00-05:00',
        toDateTimeIso: '2027-03-15T00:00:00-04:00',
      },
    })
  })

  it('cannot end before it begins, or be without a reason or a practitioner [DAY-11]', async () => {
    const { user, type, getByLabelText, getByRole, changes } = await rendered(
      day('2026-11-23', 'Asia/Kathmandu'),
    )
    const isOff = () =>
      (getByRole('button', { name: /^(Block|Close the location)$/ }) as HTMLButtonElement).disabled
    expect(isOff()).toBe(true)
    await user.type(getByLabelText(/Reason/), 'Leave')
    expect(isOff()).toBe(false)
    type('To, time', '09:00')
    expect(isOff()).toBe(true)
    type('To, time', '09:01')
    expect(isOff()).toBe(false)
    await user.selectOptions(getByLabelText('Who or what'), 'several')
    expect(isOff()).toBe(true)
    await user.click(getByLabelText('Dr Sen'))
    expect([isOff(), changes()]).toEqual([false, []])
  })
})
