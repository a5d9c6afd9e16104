// The screens of a clinic, in menu order. A screen that a member may not see is not in their menu;
// the server also refuses it.

import type { Words } from '../../../words/en/dashboard.ts'
import type { Right } from '../api/workspace.tsx'
import { paths } from '../paths.ts'

export interface MenuEntry {
  to: (typeof paths)[
    | 'day'
    | 'week'
    | 'queue'
    | 'patients'
    | 'till'
    | 'online'
    | 'report'
    | 'settings'
    | 'keys']
  word: keyof Words['frame']['places']
  /** The right that its operations need. */
  right: Right
  group: 'desk' | 'manage' | 'developers'
}

export const menuEntries: readonly MenuEntry[] = [
  { to: paths.day, word: 'day', right: 'visits:read', group: 'desk' },
  { to: paths.week, word: 'week', right: 'visits:read', group: 'desk' },
  { to: paths.queue, word: 'line', right: 'queue:read', group: 'desk' },
  { to: paths.patients, word: 'patients', right: 'patients:read', group: 'desk' },
  { to: paths.till, word: 'till', right: 'money:read', group: 'desk' },
  { to: paths.online, word: 'online', right: 'money:read', group: 'desk' },
  { to: paths.report, word: 'report', right: 'insight:read', group: 'manage' },
  { to: paths.settings, word: 'settings', right: 'setup:write', group: 'manage' },
  { to: paths.keys, word: 'apiKeys', right: 'developers:read', group: 'developers' },
]

export const menuGroups = [
  'desk',
  'manage',
  'developers',
] as const satisfies readonly MenuEntry['group'][]
