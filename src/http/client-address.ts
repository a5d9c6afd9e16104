import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'

/**
 * The address a request came from: the socket's peer, unless that peer is a trusted proxy;
 * then the right-most entry of `X-Forwarded-For` that is not one. An entry that is no address makes
 * the whole header worthless, and the peer counts: whoever writes junk gains nothing by it.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  isTrustedProxy: (address: IpAddress) => boolean,
): IpAddress | undefined {
  const peerAddress = parseIpAddress((peer ?? '').replace(/%.*$/, ''))
  if (!peerAddress || !isTrustedProxy(peerAddress) || forwardedFor === undefined) return peerAddress
  const entries = String(forwardedFor)
    .split(',')
    .map((entry) => entry.trim())
  let seen = peerAddress
  for (const entry of entries.reverse()) {
    const address = parseIpAddress(entry)
    if (!address) return peerAddress
    seen = address
    if (!isTrustedProxy(address)) break
  }
  return seen
}
