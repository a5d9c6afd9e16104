import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import {
  addressMatcher,
  canonicalIpAddress,
  type IpAddress,
  parseAddressRange,
  parseIpAddress,
} from './ip-address.ts'

function address(text: string): IpAddress {
  const found = parseIpAddress(text)
  if (!found) throw new Error(`${text} is no address`)
  return found
}

const spelled = (text: string) => {
  const found = parseIpAddress(text)
  return found && canonicalIpAddress(found)
}

describe('an address (A-012)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['0000:0000:0000:0000:0000:FFFF:CB00:7109', '203.0.113.9'],
    ['0::ffff:cb00:7109', '203.0.113.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['::', '::'],
    ['::1', '::1'],
    // Only ::ffff:0:0/96 is IPv4; these are not.
    ['::203.0.113.9', '::cb00:7109'],
    ['::ffff:0:203.0.113.9', '::ffff:0:cb00:7109'],
    ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109'],
  ])('%s is spelled %s', (text, expected) => {
    expect(spelled(text)).toBe(expected)
  })

  it.each([
    ['010.0.0.1'],
    ['10.0.0.01'],
    ['10.1'],
    ['10'],
    ['167772161'],
    ['0x0a000001'],
    ['0x0a.0.0.1'],
    ['10.0.0.256'],
    ['10.0.0.1.1'],
    ['10.0.0.'],
    ['10.0.0.-1'],
    ['10.0.0.1:443'],
    [' 10.0.0.1'],
    ['10.0.0.1\n'],
    ['١0.0.0.1'],
    ['10.0.0.0/8'],
    ['localhost'],
    ['fe80::1%eth0'],
    ['::ffff:10.0.0.1%1'],
    ['[::1]'],
    ['1::2::3'],
    [':::'],
    ['1:2:3:4:5:6:7'],
    ['1:2:3:4:5:6:7:8:9'],
    ['12345::'],
    ['g::'],
    ['::ffff:10.1'],
    ['::ffff:256.0.0.1'],
    [''],
    // The dotted part of a mapped address follows the same strict rules as an IPv4 address.
    ['::ffff:010.0.0.1'],
    ['::ffff:10.0.0.01'],
    ['::ffff:0x0a.0.0.1'],
  ])('is not %j', (text) => {
    expect(spelled(text)).toBeUndefined()
  })
})

describe('an allowlist entry (A-012)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9/32', '203.0.113.9'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.9/31', '203.0.113.8/31'],
    ['10.255.255.255/8', '10.0.0.0/8'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8::1/128', '2001:db8::1'],
    ['2001:db8:0:0:1::/64', '2001:db8::/64'],
    ['2001:db8::/16', '2001::/16'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9/128', '203.0.113.9'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['::ffff:cb00:7109/104', '203.0.0.0/8'],
  ])('%j is stored as %s', (text, expected) => {
    expect(parseAddressRange(text)).toEqual({ range: expected })
  })

  it.each([
    ['10.0.0.0/7'],
    ['0.0.0.0/0'],
    ['128.0.0.0/1'],
    ['2000::/15'],
    ['2000::/3'],
    ['::/0'],
    ['::ffff:10.0.0.0/103'],
    ['::ffff:0.0.0.0/96'],
    ['::ffff:10.0.0.0/8'],
    ['203.0.113.9/33'],
    ['2001:db8::/129'],
    ['203.0.113.9/'],
    ['203.0.113.9/-1'],
    ['203.0.113.9/+24'],
    ['203.0.113.9/24.0'],
    ['203.0.113.9/1e1'],
    ['203.0.113.9/ 24'],
    ['203.0.113.9/255.255.255.0'],
    ['203.0.113.9/24/24'],
    ['/24'],
    ['203.0.113/24'],
    ['203.0.113.*'],
    ['203.0.113.1-203.0.113.9'],
    ['203.0.113.9, 203.0.113.10'],
    ['010.0.0.0/8'],
    ['fe80::1%eth0/64'],
    ['example.org'],
    ['*'],
    [''],
  ])('%j is refused with an explanation', (text) => {
    expect(parseAddressRange(text)).toEqual({ problem: expect.stringContaining(`'${text}'`) })
  })
})

// An address as its bits, computed without the service and its library.
interface Bits {
  size: 32 | 128
  value: bigint
}

const dotted = (value: bigint) =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const hextets = (value: bigint) =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((value >> shift) & 0xffffn).toString(16))
    .join(':')

/** All spellings of an address that the matcher is given. */
function spellings({ size, value }: Bits): string[] {
  return size === 32
    ? [
        dotted(value),
        `::ffff:${dotted(value)}`,
        `0:0:0:0:0:FFFF:${hextets(value).split(':').slice(-2).join(':')}`,
      ]
    : [hextets(value), hextets(value).toUpperCase()]
}

function isWithin(candidate: Bits, network: Bits, prefix: number): boolean {
  const rest = BigInt(network.size - prefix)
  return candidate.size === network.size && candidate.value >> rest === network.value >> rest
}

const isMapped = ({ size, value }: Bits) => size === 128 && value >> 32n === 0xffffn
const someBits = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value): Bits => ({ size: 32, value })),
    fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value): Bits => ({ size: 128, value })),
  )
  .filter((bits) => !isMapped(bits))

/** A range and an address that differs from it from some bit on, so that half of them match. */
const somePair = fc
  .tuple(someBits, fc.nat(127), fc.nat(127), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }))
  .map(([network, prefixSeed, bitSeed, noise]) => {
    const least = network.size === 32 ? 8 : 16
    const prefix = least + (prefixSeed % (network.size - least + 1))
    const differsFrom = bitSeed % (network.size + 1)
    const candidate: Bits = {
      size: network.size,
      value: network.value ^ (noise & ((1n << BigInt(network.size - differsFrom)) - 1n)),
    }
    return { network, prefix, candidate }
  })
  .filter(({ candidate }) => !isMapped(candidate))

describe('the matcher', () => {
  it('agrees with a comparison of bits on 10,000 pairs, in every spelling', () => {
    const reached = { matches: 0, differs: 0 }
    fc.assert(
      fc.property(
        somePair,
        fc.array(someBits, { maxLength: 2 }),
        fc.nat(1),
        ({ network, prefix, candidate }, others, spelling) => {
          const [text = '', mapped = ''] = spellings(network)
          const entry =
            spelling === 1 && network.size === 32 ? `${mapped}/${prefix + 96}` : `${text}/${prefix}`
          const parsed = parseAddressRange(entry)
          if (!('range' in parsed)) throw new Error(parsed.problem)
          const expected = isWithin(candidate, network, prefix)
          reached[expected ? 'matches' : 'differs'] += 1
          const admits = addressMatcher([parsed.range])
          for (const written of spellings(candidate))
            expect(admits(address(written))).toBe(expected)
          for (const other of others)
            expect(admits(address(spellings(other)[0] ?? ''))).toBe(
              isWithin(other, network, prefix),
            )
        },
      ),
      { numRuns: runSize(10_000, 500_000), ...fastCheckOptions },
    )
    expect(Math.min(reached.matches, reached.differs)).toBeGreaterThan(1_000)
  })

  it('admits what any range of a list admits, and no one with an empty list (A-013)', () => {
    const admits = addressMatcher(['203.0.113.9', '10.0.0.0/8', '2001:db8::/32'])
    expect(
      ['203.0.113.9', '10.9.9.9', '::ffff:10.9.9.9', '2001:db8:1::'].map((text) =>
        admits(address(text)),
      ),
    ).toEqual([true, true, true, true])
    expect(
      ['203.0.113.10', '11.0.0.0', '2001:db9::', '::a09:909'].map((text) => admits(address(text))),
    ).toEqual([false, false, false, false])
    expect(addressMatcher([])(address('127.0.0.1'))).toBe(false)
  })
})
