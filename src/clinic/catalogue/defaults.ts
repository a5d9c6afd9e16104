/** How many workspaces' configurations a process caches. */
export const defaultWorkspacesCached = 2_000
