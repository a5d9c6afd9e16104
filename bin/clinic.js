#!/usr/bin/env node

// The `clinic` command. Plain JavaScript, because a Node that is too old cannot read the rest.

import module from 'node:module'
import { join } from 'node:path'
import v8 from 'node:v8'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Argon2id came with 24.7.
if (major < 24 || (major === 24 && minor < 7)) {
  const throughNpm = import.meta.url.includes('/node_modules/')
    ? 'npx clinic-scheduling, npx clinic-scheduling help'
    : 'npm start, npm run clinic -- help'
  process.stderr.write(
    `Clinic Scheduling needs Node 24.7 or later, and this is ${process.versions.node}.\n` +
      `next: run it through npm, which brings Node 24 on Linux and Windows (${throughNpm}), or install a newer Node\n`,
  )
  process.exitCode = 1
} else {
  // Keeps what is compiled for the next command, where whoever writes there could write the program
  // itself: a command starts in two thirds of the time. Without a folder that can be written it
  // says nothing and compiles each time.
  module.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'clinic'))
  // A start allocates as no minute after it does. The young generation would grow to 64 MB and stay
  // there, in a clinic that never needs a tenth of it. Held, a first start ends with 180 MB in
  // place of 219, for 0.1 s more of CPU. `serve` lets it grow once it is ready (serve.ts).
  if (process.argv[2] === 'serve') v8.setFlagsFromString('--semi-space-growth-factor=1')
  await import('../src/main.ts')
}
