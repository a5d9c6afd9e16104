/**
 * True for a host on this machine, which data reaches without crossing a network.
 */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
