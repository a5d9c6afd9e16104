import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/due-work/due-work.test.ts']

/** Faults in due work: it is done once, by the process that holds it. */
export const workFaults: readonly PlantedFault[] = [
  {
    name: 'work is completed by a process that has lost it',
    file: 'src/due-work/queries.ts',
    text: 'and id = :id and lease = :lease',
    replacement: 'and id = :id and lease >= :lease',
    noticedBy,
  },
  {
    name: 'work that another process is doing is started again',
    file: 'src/due-work/queries.ts',
    text: "'(d.leased_until is null or d.leased_until <= :realNow)'",
    replacement: "'(d.leased_until is null or d.leased_until <> :realNow)'",
    noticedBy,
  },
  {
    name: 'work planned during a run is forgotten',
    file: 'src/due-work/queries.ts',
    text: ' and not planned_again\n  returning id',
    replacement: '\n  returning id',
    noticedBy,
  },
  {
    name: 'a workspace keeps its turn as long as it has work',
    file: 'src/due-work/due-work.ts',
    text: '          turns.delete(name)\n          if (!claimed) continue\n          turns.set(name, turn)\n',
    replacement: '          if (!claimed) turns.delete(name)\n          if (!claimed) continue\n',
    noticedBy,
  },
  {
    name: 'five hundred due items of one workspace hide those of others',
    file: 'src/due-work/queries.ts',
    text: 'exists (select from oldest where place = 500)',
    replacement: 'exists (select from oldest where place > 500)',
    noticedBy,
  },
  {
    name: 'a lease expires by business time',
    file: 'src/due-work/due-work.ts',
    text: 'const realNow = () => clock.now() - clock.sandboxOffsetMs()',
    replacement: 'const realNow = () => clock.now()',
    noticedBy,
  },
  {
    name: 'stopping counts as a failure',
    file: 'src/due-work/due-work.ts',
    text: 'if (stopped.reason instanceof Stopping) await',
    replacement: 'if (stopped.reason instanceof Stopping && isFinished) await',
    noticedBy,
  },
]
