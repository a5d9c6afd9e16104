// clinic staff: who works in a workspace.

import type { Command } from 'commander'
import { operate } from './operate.ts'
import { tableOfRows } from './table.ts'
import { idArgument, json, pick, print, type Shown, workspace } from './terminal.ts'

export function staffCommands(program: Command) {
  const staff = program.command('staff').description('staff of a workspace')
  staff
    .command('list')
    .description('everybody on the staff, with the ids that x-acting-user-id takes')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { json?: boolean } & Shown) => {
      const columns = ['id', 'name', 'status', 'email', 'roles', 'fileName']
      print(await operate('staff-list', pick(options, 'workspace')), (rows: Shown[]) => tableOfRows(columns, rows), options.json)
    })

  for (const [name, description] of [
    ['activate', 'take in a member added through the API, who has accepted the invitation'],
    ['deactivate', 'let a member added through the API act no more'],
  ] as const) {
    staff
      .command(name)
      .description(description)
      .argument('<id>', 'the member', idArgument('a member of staff', 'clinic staff list'))
      .addOption(workspace())
      .addOption(json())
      .action(async (id: number, options: { json?: boolean } & Shown) => {
        const result = await operate(`staff-${name}`, { ...pick(options, 'workspace'), id })
        print(result, ({ status }: { status: string }) => `member ${id} is ${status}, everywhere within seconds`, options.json)
      })
  }
}
