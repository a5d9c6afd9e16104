import { useOperation } from '../api/workspace.tsx'

/** How patients can pay at the desk of a location; empty until this is known. */
export function useDeskMethods(addressId: number | undefined): readonly string[] {
  const { data } = useOperation('location-list', {})
  return data?.find(({ id }) => id === addressId)?.paymentMethods ?? []
}
