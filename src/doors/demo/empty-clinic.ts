// A sandbox that starts with the user's own clinic, to be described in the first steps of the
// dashboard (SETUP-09).

import { readFile } from 'node:fs/promises'
import { findWorkspaceId } from '../../base/operations/workspace-name.ts'
import { dashboardLink } from '../../clinic/sign-in/operations/links.ts'
import { workspaceImport } from '../../management/clinic-file/operations/workspaces.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { runOperation } from '../register/run-operation.ts'
import { hasWorkspace } from './demo.ts'

/** The clinic file of an empty clinic. */
export const emptyClinicFile = new URL('./empty-clinic.yaml', import.meta.url)

export interface EmptyClinic {
  workspace: string
  /**
   * Signs the owner in to the dashboard, once, within 15 minutes; null if the dashboard is
   * disabled.
   */
  dashboardLink: string | null
}

/**
 * Gives an empty sandbox a workspace with an owner and nothing else; undefined if there already is
 * a workspace.
 */
export async function createEmptyClinic(
  services: OperatorServices,
): Promise<EmptyClinic | undefined> {
  if (await hasWorkspace(services)) return undefined
  const context = { ...services, actor: { kind: 'service' } as const, progress: undefined }
  const { workspace } = await runOperation(workspaceImport, context, {
    source: await readFile(emptyClinicFile, 'utf8'),
  })
  if (services.dashboardUrl() === undefined) return { workspace, dashboardLink: null }
  const workspaceId = await findWorkspaceId(services.database, workspace)
  return {
    workspace,
    dashboardLink: (await runOperation(dashboardLink, { ...context, workspaceId }, {})).url,
  }
}
