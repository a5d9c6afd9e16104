import { clinicProgram } from './cli/program.ts'
import { problemText } from './cli/terminal.ts'

try {
  await clinicProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${problemText(error)}\n`)
  process.exitCode = 1
}
