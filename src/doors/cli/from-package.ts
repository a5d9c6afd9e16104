// Whether this is a checkout of the project, which runs from its sources, or the published package,
// which contains the same files compiled. They differ in the commands that messages show, and in
// the default folder of the data.

import { fileURLToPath } from 'node:url'

export interface Origin {
  /** Starts the service. */
  start: string
  /** The beginning of a command; the quiet form is for output to a file or another command. */
  command: string
  quietCommand: string
  /** The folder with `clinic-data`. */
  folder: string
}

const checkout: Origin = {
  start: 'npm start',
  command: 'npm run clinic --',
  quietCommand: 'npm run -s clinic --',
  folder: fileURLToPath(new URL('../../..', import.meta.url)),
}

/**
 * This is never `npx clinic`, which would fetch a different package of that name unless this one is
 * installed in the project.
 */
const installed: Origin = {
  start: 'npx clinic-scheduling',
  command: 'npx clinic-scheduling',
  quietCommand: 'npx clinic-scheduling',
  // The data must not be below node_modules, where the next install would delete it.
  folder: process.cwd(),
}

export const origin = import.meta.url.endsWith('.js') ? installed : checkout
