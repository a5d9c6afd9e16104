// Whether this is a checkout of the project, which runs from its sources, or the package that a release publishes, which holds the same files
// compiled. Messages name different commands in each, and data is kept elsewhere when no setting names a folder.

import { fileURLToPath } from 'node:url'

export interface Origin {
  /** Starts the service. */
  start: string
  /** Comes before the words of a command; the quiet one where its output is for a file or another command. */
  command: string
  quietCommand: string
  /** Holds `clinic-data`. */
  folder: string
}

const checkout: Origin = {
  start: 'npm start',
  command: 'npm run clinic --',
  quietCommand: 'npm run -s clinic --',
  folder: fileURLToPath(new URL('../..', import.meta.url)),
}

/** Never `npx clinic`, which outside a project that has installed this one would fetch another package of that name. */
const installed: Origin = {
  start: 'npx clinic-scheduling',
  command: 'npx clinic-scheduling',
  quietCommand: 'npx clinic-scheduling',
  // Below node_modules, data would go with the next install.
  folder: process.cwd(),
}

export const origin = import.meta.url.endsWith('.js') ? installed : checkout
