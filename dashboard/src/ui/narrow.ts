import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the window is too narrow for the grid and a panel beside it: the list then replaces the
 * grid, and the panel replaces the list.
 */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
}
