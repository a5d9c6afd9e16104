import type { PlantedFault } from './planted-fault.ts'

const configuration = ['src/catalogue/configuration.test.ts']

/** In what a process caches of its workspaces. */
export const cacheFaults: readonly PlantedFault[] = [
  {
    name: 'a configuration that has aged is used again whatever its version is',
    file: 'src/catalogue/configuration.ts',
    text: 'if (row?.version === known.version) return known',
    replacement: 'if (row) return known',
    noticedBy: configuration,
  },
  {
    name: 'a configuration from before a silence is used after it',
    file: 'src/catalogue/configuration.ts',
    text: 'forgetAll: () => cache.clear(),',
    replacement: 'forgetAll: () => {},',
    noticedBy: configuration,
  },
  {
    name: 'a copy of an answered object with changes is answered as the object was',
    file: 'src/http/serialiser.ts',
    text: 'Object.defineProperty(kept, text, { value: written })',
    replacement: 'kept[text] = written',
    noticedBy: ['src/http/serialiser.test.ts'],
  },
  {
    name: 'slots are shown in the time of whoever asked first',
    file: 'src/availability/slot-views.ts',
    text: 'slot.shown?.patientTimezone === of.viewer ? slot.shown :',
    replacement: 'slot.shown ? slot.shown :',
    noticedBy: ['src/availability/slot-views.test.ts'],
  },
  {
    name: 'what has been shown of slots is kept for ever',
    file: 'src/availability/slot-views.ts',
    text: 'for (const slot of grid) slot.shown = undefined',
    replacement: 'void grid',
    noticedBy: ['src/availability/slot-views.test.ts'],
  },
  {
    name: 'the snapshot of an older configuration is used',
    file: 'src/catalogue/configuration-rows.ts',
    text: 'join workspaces w on w.id = s.workspace_id and w.configuration_version = s.version',
    replacement: 'join workspaces w on w.id = s.workspace_id',
    noticedBy: configuration,
  },
  {
    name: 'the snapshot that another release made of a configuration is used',
    file: 'src/catalogue/configuration-rows.ts',
    text: 'where s.workspace_id = :workspaceId and s.shape = :shape`',
    replacement: "where s.workspace_id = :workspaceId and :shape <> ''`",
    noticedBy: configuration,
  },
  {
    name: 'the snapshot of a configuration stays when a transaction changes it whose number is the version already',
    file: 'src/db/migrations/0041-configuration-snapshots.sql',
    text: 'delete from configuration_snapshots where workspace_id = changed;',
    replacement: '',
    noticedBy: configuration,
  },
  {
    name: 'a backup takes unlogged tables with it',
    file: 'src/db/catalog.ts',
    text: "and c.relpersistence = 'p' ",
    replacement: '',
    noticedBy: ['src/backup/backup.test.ts'],
  },
  {
    name: 'a closed day that is moved leaves the version as it was',
    file: 'src/db/migrations/0018-closing-days.sql',
    text: 'after insert or update or delete on closing_days',
    replacement: 'after insert or delete on closing_days',
    noticedBy: configuration,
  },
  {
    name: 'a key that took the place of another is not forgotten with its workspace',
    file: 'src/workspaces/cache-by-workspace.ts',
    text: 'if (names?.delete(name) && names.size === 0)',
    replacement: 'if (names?.delete(name) && names.size <= 1)',
    noticedBy: ['src/workspaces/cache-by-workspace.test.ts'],
  },
  {
    name: 'a key that is used again while its use is written was not used',
    file: 'src/db/last-times.ts',
    text: 'if (noted.get(name) === last) noted.delete(name)',
    replacement: 'noted.delete(name)',
    noticedBy: ['src/db/last-times.test.ts'],
  },
  {
    name: 'a workspace is still found by the name it had',
    file: 'src/workspaces/workspace-names.ts',
    text: "      ids.delete(names.get(id) ?? '')\n",
    replacement: '',
    noticedBy: ['src/workspaces/workspace-names.test.ts'],
  },
]
