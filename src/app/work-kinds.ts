// Every kind of due work there is, in one list.

import { type RefreshServices, refreshWork } from '../calendars/refresh-work.ts'
import type { WorkKind } from '../due-work/work.ts'

export function workKindsOf(services: RefreshServices): readonly WorkKind[] {
  return [refreshWork(services)]
}
