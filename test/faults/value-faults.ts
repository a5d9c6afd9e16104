import type { PlantedFault } from './planted-fault.ts'

const grid = ['src/availability/slot-grid.test.ts']

/** Faults in times, money, phone numbers and addresses of networks. */
export const valueFaults: readonly PlantedFault[] = [
  {
    name: 'an amount with too many decimals is rounded',
    file: 'src/values/money.ts',
    in: 'toMinorUnits',
    replace: '!minor.round(0, Big.roundDown).eq(minor) || minor.gt(minorUnitsMax)',
    with: 'minor.gt(minorUnitsMax)',
    noticedBy: ['src/values/money.test.ts'],
  },
  {
    name: 'a currency without decimals is counted in hundredths',
    file: 'src/values/money.ts',
    in: 'exponents',
    replace: 'base === 10 ? exponent : 2',
    with: 'base === 10 ? exponent || 2 : 2',
    noticedBy: ['src/values/money.test.ts'],
  },
  {
    name: 'a phone with its dial code twice is a different phone',
    file: 'src/values/phone.ts',
    in: 'normalisedPhone',
    replace: 'if (once?.isValid()) return once.number',
    with: 'if (!once) return repeated',
    noticedBy: ['src/values/phone.test.ts'],
  },
  {
    name: 'a wall time that occurs twice is found once',
    file: 'src/values/clinic-time.ts',
    in: 'nearbyOffsets',
    replace: 'return before === after ? [before] : [before, after]',
    with: 'return [before]',
    noticedBy: ['src/values/clinic-time.test.ts'],
  },
  {
    name: 'a timestamp west of UTC is read as east of it',
    file: 'src/values/clinic-time.ts',
    in: 'parseInstant',
    replace: "* (sign === '-' ? -1 : 1)",
    with: "* (sign === '-' ? 1 : 1)",
    noticedBy: ['src/values/clinic-time.test.ts'],
  },
  {
    name: 'the hours of a day stop where the clocks change',
    file: 'src/values/clinic-time.ts',
    in: 'stretchesOf',
    replace: 'if (last?.to === from) last.to = to',
    with: 'if (last?.to === from) continue',
    noticedBy: grid,
  },
  {
    name: 'three years after a leap day is 29 February of a common year',
    file: 'src/values/calendar-date.ts',
    in: 'addYears',
    replace: 'return isCalendarDate(same) ? same :',
    with: 'return same ? same :',
    noticedBy: ['src/values/calendar-date.test.ts'],
  },
  {
    name: 'an allowlist accepts the whole internet',
    file: 'src/values/ip-address.ts',
    in: 'ipv4PrefixMin',
    replace: 'const ipv4PrefixMin = 8',
    with: 'const ipv4PrefixMin = 0',
    noticedBy: ['src/values/ip-address.test.ts'],
  },
  {
    name: 'a run of marks is normalised as it is',
    file: 'src/values/text.ts',
    in: 'normalised',
    replace: "text.replace(longMarks, '$&\\u034F').normalize(form)",
    with: 'text.normalize(form)',
    noticedBy: ['src/values/text.test.ts'],
  },
]
