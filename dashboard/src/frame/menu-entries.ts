// The screens of a clinic, in menu order. A screen that a member may not see is not in their menu;
// the server also refuses it.

import type { Words } from '../../../words/en/dashboard.ts'
import type { Right } from '../api/workspace.tsx'

export interface MenuEntry {
  to:
    | '/$workspace/day'
    | '/$workspace/week'
    | '/$workspace/line'
    | '/$workspace/patients'
    | '/$workspace/till'
    | '/$workspace/online'
    | '/$workspace/report'
    | '/$workspace/settings'
    | '/$workspace/keys'
  word: keyof Words['frame']['places']
  /** The right that its operations need. */
  right: Right
  group: 'desk' | 'manage' | 'developers'
}

export const menuEntries: readonly MenuEntry[] = [
  { to: '/$workspace/day', word: 'day', right: 'visits:read', group: 'desk' },
  { to: '/$workspace/week', word: 'week', right: 'visits:read', group: 'desk' },
  { to: '/$workspace/line', word: 'line', right: 'queue:read', group: 'desk' },
  { to: '/$workspace/patients', word: 'patients', right: 'patients:read', group: 'desk' },
  { to: '/$workspace/till', word: 'till', right: 'money:read', group: 'desk' },
  { to: '/$workspace/online', word: 'online', right: 'money:read', group: 'desk' },
  { to: '/$workspace/report', word: 'report', right: 'insight:read', group: 'manage' },
  { to: '/$workspace/settings', word: 'settings', right: 'setup:write', group: 'manage' },
  { to: '/$workspace/keys', word: 'apiKeys', right: 'developers:read', group: 'developers' },
]

export const menuGroups = [
  'desk',
  'manage',
  'developers',
] as const satisfies readonly MenuEntry['group'][]
