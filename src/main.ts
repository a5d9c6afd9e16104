import { clinicProgram } from './cli/program.ts'
import { problemText } from './cli/terminal.ts'

try {
  const program = await clinicProgram(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${await problemText(error)}\n`)
  process.exitCode = 1
}
