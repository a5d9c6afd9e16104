import { useQuery } from '@tanstack/react-query'
import { callOperation, type Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import type { Schema } from './schema.ts'

/** The schema of the settings; it changes only with a release. */
export function useSettingsSchema() {
  const { workspace } = useWorkspace()
  return useQuery({
    queryKey: ['settings-schema'],
    queryFn: async () => (await callOperation(workspace, 'settings-schema', {})) as Schema,
    staleTime: 'static',
  })
}

export const useSettings = () => useOperation('settings-show', {})

export type Settings = Output<'settings-show'>
export type SettingsOutcome = Output<'settings-change'>
export type SettingsVersion = Output<'settings-versions'>[number]
