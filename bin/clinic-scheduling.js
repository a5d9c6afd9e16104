#!/usr/bin/env node

// What `npx clinic-scheduling` runs: the service, or the command whose words follow. Plain JavaScript, as clinic.js.

const [first] = process.argv.slice(2)
if (first === undefined || first === '--empty' || first === '--json') process.argv.splice(2, 0, 'serve')
await import('./clinic.js')
