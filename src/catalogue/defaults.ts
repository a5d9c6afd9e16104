/** Of how many workspaces a process keeps configurations in memory. */
export const defaultWorkspacesCached = 2_000
