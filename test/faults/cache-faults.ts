import type { PlantedFault } from './planted-fault.ts'

const configuration = ['src/catalogue/configuration.test.ts']

/** Faults in what a process caches about its workspaces. */
export const cacheFaults: readonly PlantedFault[] = [
  {
    name: 'an aged configuration is used again without checking its version',
    file: 'src/catalogue/configuration.ts',
    text: 'if (row?.version === known.version) return known',
    replacement: 'if (row) return known',
    noticedBy: configuration,
  },
  {
    name: 'a configuration from before a lost connection is used after it',
    file: 'src/catalogue/configuration.ts',
    text: 'forgetAll: () => cache.clear(),',
    replacement: 'forgetAll: () => {},',
    noticedBy: configuration,
  },
  {
    name: 'a changed copy of an answered object is answered as the original',
    file: 'src/http/serialiser.ts',
    text: 'Object.defineProperty(kept, text, { value: written })',
    replacement: 'kept[text] = written',
    noticedBy: ['src/http/serialiser.test.ts'],
  },
  {
    name: 'slots are shown in the time zone of the first caller',
    file: 'src/availability/slot-views.ts',
    text: 'slot.shown?.patientTimezone === of.viewer ? slot.shown :',
    replacement: 'slot.shown ? slot.shown :',
    noticedBy: ['src/availability/slot-views.test.ts'],
  },
  {
    name: 'cached slots are kept forever',
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
    name: 'a configuration snapshot from another release is used',
    file: 'src/catalogue/configuration-rows.ts',
    text: 'where s.workspace_id = :workspaceId and s.shape = :shape`',
    replacement: "where s.workspace_id = :workspaceId and :shape <> ''`",
    noticedBy: configuration,
  },
  {
    name: 'a configuration snapshot with the current version stays when a transaction changes the configuration',
    file: 'src/db/migrations/0041-configuration-snapshots.sql',
    text: 'delete from configuration_snapshots where workspace_id = changed;',
    replacement: '',
    noticedBy: configuration,
  },
  {
    name: 'a backup includes unlogged tables',
    file: 'src/db/catalog.ts',
    text: "and c.relpersistence = 'p' ",
    replacement: '',
    noticedBy: ['src/backup/backup.test.ts'],
  },
  {
    name: 'moving a closed day does not change the version',
    file: 'src/db/migrations/0018-closing-days.sql',
    text: 'after insert or update or delete on closing_days',
    replacement: 'after insert or delete on closing_days',
    noticedBy: configuration,
  },
  {
    name: 'a key that replaced another stays cached after its workspace is deleted',
    file: 'src/workspaces/cache-by-workspace.ts',
    text: 'if (names?.delete(name) && names.size === 0)',
    replacement: 'if (names?.delete(name) && names.size <= 1)',
    noticedBy: ['src/workspaces/cache-by-workspace.test.ts'],
  },
  {
    name: 'a use of a key is lost while an earlier use is being written',
    file: 'src/db/last-times.ts',
    text: 'if (noted.get(name) === last) noted.delete(name)',
    replacement: 'noted.delete(name)',
    noticedBy: ['src/db/last-times.test.ts'],
  },
  {
    name: 'a workspace is still found by its old name',
    file: 'src/workspaces/workspace-names.ts',
    text: "      ids.delete(names.get(id) ?? '')\n",
    replacement: '',
    noticedBy: ['src/workspaces/workspace-names.test.ts'],
  },
]
