import type { MaybePromise } from '../../base/values/maybe-promise.ts'

/** The countries of the locations, for phone numbers that are typed without a dial code. */
export interface WithLocations {
  configurations: {
    of(workspaceId: number): MaybePromise<{ locations: readonly { id: number; country: string }[] }>
  }
}
