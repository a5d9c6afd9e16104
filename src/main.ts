import { clinicProgram } from './doors/cli/program.ts'
import { reportFailure } from './doors/cli/terminal.ts'

try {
  const program = await clinicProgram(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
