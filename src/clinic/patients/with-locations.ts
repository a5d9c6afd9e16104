import type { MaybeLater } from '../../base/values/maybe-later.ts'

/** The countries of the locations, of which phones are that people type without a dial code. */
export interface WithLocations {
  configurations: { of(workspaceId: number): MaybeLater<{ locations: readonly { id: number; country: string }[] }> }
}
