import { useOperation } from '../api/workspace.tsx'

/** How patients pay at the desk of a location; none until it is known. */
export function useDeskMethods(addressId: number | undefined): readonly string[] {
  const { data } = useOperation('location-list', {})
  return data?.find(({ id }) => id === addressId)?.paymentMethods ?? []
}
