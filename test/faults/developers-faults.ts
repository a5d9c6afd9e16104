import type { PlantedFault } from './planted-fault.ts'

const calls = ['src/workspaces/key-calls.test.ts']

/** In the calls of keys and the use of their limits. */
export const developersFaults: readonly PlantedFault[] = [
  {
    name: 'calls of keys keep where every caller is',
    file: 'src/workspaces/key-calls.ts',
    text: "code === 'ADDRESS_NOT_ALLOWED' ? canonicalIpAddress(address) : ''",
    replacement: 'canonicalIpAddress(address)',
    noticedBy: calls,
  },
  {
    name: 'calls of keys keep the path that was asked for',
    file: 'src/http/server.ts',
    text: 'requestId: request.id, method, route, status, code, ms })',
    replacement: 'requestId: request.id, method, route: request.url, status, code, ms })',
    noticedBy: calls,
  },
  {
    name: 'one key takes the room that calls of others wait in',
    file: 'src/workspaces/key-calls.ts',
    text: ' || ofKey >= waitingOfKeyMax',
    replacement: '',
    noticedBy: calls,
  },
  {
    name: 'calls of keys that are written again hold up all others',
    file: 'src/workspaces/key-calls.ts',
    text: '  on conflict do nothing`',
    replacement: '  `',
    noticedBy: calls,
  },
  {
    name: 'calls of keys are never trimmed',
    file: 'src/workspaces/key-calls.ts',
    text: 'if (known.calls < trimmedAfter) continue',
    replacement: 'if (known.calls >= 0) continue',
    noticedBy: calls,
  },
  {
    name: 'calls of keys are shown for ever',
    file: 'src/workspaces/operations/key-calls.ts',
    text: 'since: clock.now() - callsKeptMs',
    replacement: 'since: 0',
    noticedBy: calls,
  },
  {
    name: 'calls of keys are lost when the service closes',
    file: 'src/app/application.ts',
    text: "  await calls.write().catch(failed('noting calls of keys'))\n",
    replacement: '',
    noticedBy: calls,
  },
  {
    name: 'what was used of a limit is forgotten while the database is away',
    file: 'src/workspaces/key-calls.ts',
    text: 'if (since) add(since, noted)',
    replacement: 'if (since) continue',
    noticedBy: calls,
  },
  {
    name: 'the limit of the workspace refuses in the name of the endpoint',
    file: 'src/http/pipeline.ts',
    text: "return workspace === 0 ? 'workspace' : 'route'",
    replacement: "return 'route'",
    noticedBy: calls,
  },
  {
    name: 'the limit of a workspace is used by others',
    file: 'src/workspaces/operations/key-calls.ts',
    text: 'where workspace_id = :workspaceId and minute >= :dayFrom',
    replacement: 'where :workspaceId > 0 and minute >= :dayFrom',
    noticedBy: calls,
  },
]
