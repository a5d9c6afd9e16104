// The client of integrators: which requests it considers never sent, and what a call leaves behind.

import type { PlantedFault } from './planted-fault.ts'

const client = 'client/src/client.ts'
const retries = ['client/src/retries.test.ts']

export const clientFaults: readonly PlantedFault[] = [
  {
    name: 'a request that was read before its connection was reset counts as never sent',
    file: client,
    in: 'wasNeverSent',
    replace: "['ECONNREFUSED', 'ENOTFOUND',",
    with: "['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND',",
    noticedBy: retries,
  },
  {
    name: 'a request to a host name that cannot be resolved counts as sent',
    file: client,
    in: 'wasNeverSent',
    replace: "'ENOTFOUND', 'EAI_AGAIN'",
    with: "'EAI_AGAIN'",
    noticedBy: retries,
  },
  {
    name: "a call leaves its listener on the caller's signal",
    file: client,
    in: 'createClient',
    replace: "clearTimeout(timer) signal?.removeEventListener('abort', abort)",
    with: 'clearTimeout(timer)',
    noticedBy: retries,
  },
  {
    name: "a pause leaves its listener on the caller's signal",
    file: client,
    in: 'pause',
    replace: "signal?.removeEventListener('abort', end) resolve()",
    with: 'resolve()',
    noticedBy: retries,
  },
  {
    name: 'a finished call leaves its timer running',
    file: client,
    in: 'createClient',
    replace: "clearTimeout(timer) signal?.removeEventListener('abort', abort)",
    with: "signal?.removeEventListener('abort', abort)",
    noticedBy: retries,
  },
]
