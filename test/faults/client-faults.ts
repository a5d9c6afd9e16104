// The client of integrators: which requests it considers never sent, and what a call leaves behind.

import type { PlantedFault } from './planted-fault.ts'

const client = 'client/src/client.ts'
const retries = ['client/src/retries.test.ts']

export const clientFaults: readonly PlantedFault[] = [
  {
    name: 'a request that was read before its connection was reset counts as never sent',
    file: client,
    text: "['ECONNREFUSED', 'ENOTFOUND',",
    replacement: "['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND',",
    noticedBy: retries,
  },
  {
    name: 'a request to a host name that cannot be resolved counts as sent',
    file: client,
    text: "'ENOTFOUND', 'EAI_AGAIN'",
    replacement: "'EAI_AGAIN'",
    noticedBy: retries,
  },
  {
    name: "a call leaves its listener on the caller's signal",
    file: client,
    text: "      clearTimeout(timer)\n      signal?.removeEventListener('abort', abort)",
    replacement: '      clearTimeout(timer)',
    noticedBy: retries,
  },
  {
    name: "a pause leaves its listener on the caller's signal",
    file: client,
    text: "      signal?.removeEventListener('abort', end)\n      resolve()",
    replacement: '      resolve()',
    noticedBy: retries,
  },
  {
    name: 'a finished call leaves its timer running',
    file: client,
    text: "      clearTimeout(timer)\n      signal?.removeEventListener('abort', abort)",
    replacement: "      signal?.removeEventListener('abort', abort)",
    noticedBy: retries,
  },
]
