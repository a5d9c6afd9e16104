import { clinicProgram, problemText } from './cli/program.ts'

try {
  await clinicProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${problemText(error)}\n`)
  process.exitCode = 1
}
