import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/due-work/due-work.test.ts']

/** Faults in due work: it is done once, by the process that holds it. */
export const workFaults: readonly PlantedFault[] = [
  {
    name: 'work is completed by a process that has lost it',
    file: 'src/due-work/queries.ts',
    in: 'isHeld',
    replace: 'and id = :id and lease = :lease',
    with: 'and id = :id and lease >= :lease',
    noticedBy,
  },
  {
    name: 'work that another process is doing is started again',
    file: 'src/due-work/queries.ts',
    in: 'isFree',
    replace: "'(d.leased_until is null or d.leased_until <= :realNow)'",
    with: "'(d.leased_until is null or d.leased_until <> :realNow)'",
    noticedBy,
  },
  {
    name: 'work planned during a run is forgotten',
    file: 'src/due-work/queries.ts',
    in: 'endWork',
    replace: '} and not planned_again returning id`',
    with: '} returning id`',
    noticedBy,
  },
  {
    name: 'a workspace keeps its turn as long as it has work',
    file: 'src/due-work/due-work.ts',
    in: 'openDueWork',
    replace: 'turns.delete(name) if (!claimed) continue turns.set(name, turn)',
    with: 'if (!claimed) turns.delete(name)\n if (!claimed) continue',
    noticedBy,
  },
  {
    name: 'five hundred due items of one workspace hide those of others',
    file: 'src/due-work/queries.ts',
    in: 'dueTurns',
    replace: 'exists (select from oldest where place = 500)',
    with: 'exists (select from oldest where place > 500)',
    noticedBy,
  },
  {
    name: 'a lease expires by business time',
    file: 'src/due-work/due-work.ts',
    in: 'openDueWork',
    replace: 'const realNow = () => clock.now() - clock.sandboxOffsetMs()',
    with: 'const realNow = () => clock.now()',
    noticedBy,
  },
  {
    name: 'stopping counts as a failure',
    file: 'src/due-work/due-work.ts',
    in: 'run',
    replace: 'if (stopped.reason instanceof Stopping) await',
    with: 'if (stopped.reason instanceof Stopping && isFinished) await',
    noticedBy,
  },
]
