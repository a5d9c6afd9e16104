// Every kind of due work there is, in one list.

import type { WorkKind } from '../due-work/work.ts'

export function workKindsOf(): readonly WorkKind[] {
  return []
}
