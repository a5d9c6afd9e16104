#!/usr/bin/env node

// `npx clinic-scheduling`: starts the service, or runs the command whose words follow. Plain
// JavaScript, as clinic.js is.

const [first] = process.argv.slice(2)
if (first === undefined || first === '--empty' || first === '--json')
  process.argv.splice(2, 0, 'serve')
await import('./clinic.js')
