import type { PlantedFault } from './planted-fault.ts'

const calls = ['src/workspaces/key-calls.test.ts']

/** Faults in the calls of keys and the use of their limits. */
export const developersFaults: readonly PlantedFault[] = [
  {
    name: 'recorded calls keep the full address of every caller',
    file: 'src/workspaces/key-calls.ts',
    in: 'callLog',
    replace: "code === 'ADDRESS_NOT_ALLOWED' ? canonicalIpAddress(address) : ''",
    with: 'canonicalIpAddress(address)',
    noticedBy: calls,
  },
  {
    name: 'recorded calls keep the requested path',
    file: 'src/http/server.ts',
    in: 'noteAnswer',
    replace: 'requestId: request.id, method, route, status, code, ms })',
    with: 'requestId: request.id, method, route: request.url, status, code, ms })',
    noticedBy: calls,
  },
  {
    name: 'one key fills the queue of calls to record',
    file: 'src/workspaces/key-calls.ts',
    in: 'callLog',
    replace: '|| ofKey >= waitingOfKeyMax',
    with: '',
    noticedBy: calls,
  },
  {
    name: 'calls that are written again block all others',
    file: 'src/workspaces/key-calls.ts',
    in: 'insertKeyCalls',
    replace: 'on conflict do nothing`',
    with: '`',
    noticedBy: calls,
  },
  {
    name: 'recorded calls are never deleted',
    file: 'src/workspaces/key-calls.ts',
    in: 'callLog',
    replace: 'calls >= trimmedAfter',
    with: 'calls < 0',
    noticedBy: calls,
  },
  {
    name: 'recorded calls are shown forever',
    file: 'src/workspaces/operations/key-calls.ts',
    in: 'keyCalls',
    replace: 'since: clock.now() - callsKeptMs',
    with: 'since: 0',
    noticedBy: calls,
  },
  {
    name: 'calls not yet recorded are lost when the service closes',
    file: 'src/app/application.ts',
    in: 'writeDown',
    replace: "await calls.write().catch(failed('noting calls of keys'))",
    with: '',
    noticedBy: calls,
  },
  {
    name: 'the use of a limit is lost while the database is unreachable',
    file: 'src/workspaces/key-calls.ts',
    in: 'callLog',
    replace: 'if (since) add(since, noted)',
    with: 'if (since) continue',
    noticedBy: calls,
  },
  {
    name: 'the limit of the workspace refuses in the name of the endpoint',
    file: 'src/http/pipeline.ts',
    in: 'usedUpOf',
    replace: "return workspace === 0 ? 'workspace' : 'route'",
    with: "return 'route'",
    noticedBy: calls,
  },
  {
    name: 'the limit of a workspace is used by others',
    file: 'src/workspaces/operations/key-calls.ts',
    in: 'usageOfWorkspace',
    replace: 'where workspace_id = :workspaceId and minute >= :dayFrom',
    with: 'where :workspaceId > 0 and minute >= :dayFrom',
    noticedBy: calls,
  },
]
