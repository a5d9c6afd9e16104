// Files of locations in their published format (MaxMind DB format 2.0), with content that the
// supplied file lacks.

import { parseIpAddress } from '../values/ip-address.ts'

type Value = string | number | { [name: string]: Value }

const recordBits = 24
const separator = Buffer.alloc(16)
const metadataMarker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** A file of networks in CIDR notation; IPv4 ones are at ::/96 in a file with both families. */
export function locationFile(networks: Record<string, Value>, ipVersion: 4 | 6 = 6): Buffer {
  type Node = [Node | number | undefined, Node | number | undefined]
  const newNode = (): Node => [undefined, undefined]
  const root = newNode()
  const records: Buffer[] = []
  let recordsLength = 0
  for (const [network, value] of Object.entries(networks)) {
    const record = encodeValue(value)
    let node = root
    const bits = addressBits(network, ipVersion)
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit] ?? newNode()
      if (typeof next === 'number')
        throw new Error('networks of a test file must not lie in one another')
      node[bit] = next
      node = next
    }
    node[bits.at(-1) as 0 | 1] = recordsLength
    records.push(record)
    recordsLength += record.length
  }
  const nodes = [root]
  for (const node of nodes) for (const child of node) if (Array.isArray(child)) nodes.push(child)
  const tree = Buffer.alloc((nodes.length * recordBits) / 4)
  for (const [index, node] of nodes.entries()) {
    for (const [side, child] of node.entries()) {
      // The number of nodes itself means that nothing is known.
      let target = nodes.length
      if (Array.isArray(child)) target = nodes.indexOf(child)
      else if (child !== undefined) target += separator.length + child
      tree.writeUIntBE(target, index * 6 + side * 3, 3)
    }
  }
  const metadata = encodeValue({
    node_count: nodes.length,
    record_size: recordBits,
    ip_version: ipVersion,
    database_type: 'Test',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
  })
  return Buffer.concat([tree, separator, ...records, metadataMarker, metadata])
}

function addressBits(network: string, ipVersion: 4 | 6): (0 | 1)[] {
  const [base = '', length] = network.split('/')
  const address = parseIpAddress(base)
  if (!address) throw new Error(`${base} is no address`)
  const padding = ipVersion === 6 && address.kind() === 'ipv4' ? 96 : 0
  const bits = address
    .toByteArray()
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map((bit) => (bit === '1' ? 1 : 0)))
  return [...Array<0>(padding).fill(0), ...bits.slice(0, Number(length))]
}

function encodeValue(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([controlBytes(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number')
    return Buffer.concat([
      controlBytes(6, 4),
      Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]),
    ])
  const members = Object.entries(value)
  return Buffer.concat([
    controlBytes(7, members.length),
    ...members.flatMap(([name, member]) => [encodeValue(name), encodeValue(member)]),
  ])
}

/** Type and size of the value that follows. */
function controlBytes(type: number, size: number): Buffer {
  return size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])
}
