import type { PlantedFault } from './planted-fault.ts'

const calls = ['src/workspaces/key-calls.test.ts']

/** Faults in the calls of keys and the use of their limits. */
export const developersFaults: readonly PlantedFault[] = [
  {
    name: 'recorded calls keep the full address of every caller',
    file: 'src/workspaces/key-calls.ts',
    text: "code === 'ADDRESS_NOT_ALLOWED' ? canonicalIpAddress(address) : ''",
    replacement: 'canonicalIpAddress(address)',
    noticedBy: calls,
  },
  {
    name: 'recorded calls keep the requested path',
    file: 'src/http/server.ts',
    text: 'requestId: request.id, method, route, status, code, ms })',
    replacement: 'requestId: request.id, method, route: request.url, status, code, ms })',
    noticedBy: calls,
  },
  {
    name: 'one key fills the queue of calls to record',
    file: 'src/workspaces/key-calls.ts',
    text: ' || ofKey >= waitingOfKeyMax',
    replacement: '',
    noticedBy: calls,
  },
  {
    name: 'calls that are written again block all others',
    file: 'src/workspaces/key-calls.ts',
    text: '  on conflict do nothing`',
    replacement: '  `',
    noticedBy: calls,
  },
  {
    name: 'recorded calls are never deleted',
    file: 'src/workspaces/key-calls.ts',
    text: 'if (known.calls < trimmedAfter) continue',
    replacement: 'if (known.calls >= 0) continue',
    noticedBy: calls,
  },
  {
    name: 'recorded calls are shown forever',
    file: 'src/workspaces/operations/key-calls.ts',
    text: 'since: clock.now() - callsKeptMs',
    replacement: 'since: 0',
    noticedBy: calls,
  },
  {
    name: 'calls not yet recorded are lost when the service closes',
    file: 'src/app/application.ts',
    text: "  await calls.write().catch(failed('noting calls of keys'))\n",
    replacement: '',
    noticedBy: calls,
  },
  {
    name: 'the use of a limit is lost while the database is unreachable',
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
