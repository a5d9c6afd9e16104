// clinic key: the API keys of a workspace.

import { type Command, Option } from 'commander'
import { OperatorProblem } from '../operator/operation.ts'
import { parseDuration } from './duration.ts'
import { operate } from './operate.ts'
import { tableOfRows } from './table.ts'
import { idArgument, json, pick, print, type Shown, workspace } from './terminal.ts'

const keyId = idArgument('a key', 'clinic key list')

export function keyCommands(program: Command) {
  const keys = program.command('key').description('API keys')
  const shownOnce = ({ id, key, allowedAddresses, oldKeyExpiresAt }: { id: number; key: string; allowedAddresses: string[]; oldKeyExpiresAt?: string }) =>
    [
      `key ${id}, shown this once:\n\n  ${key}\n`,
      `allowed from: ${allowedAddresses.join(', ') || '(no address)'}`,
      ...(oldKeyExpiresAt ? [`the old key works until ${oldKeyExpiresAt}`] : []),
    ].join('\n')

  keys
    .command('create')
    .description('make a key; it is shown once')
    .addOption(new Option('--kind <kind>', 'who it is for').choices(['developer', 'widget']).default('developer'))
    .option('--name <name>', 'what it is for', 'API key')
    .option('--allow <address>', 'address or range it may be used from; may be repeated', collect, [])
    .option('--origin <origin>', 'origin of a page a widget key is used from; may be repeated', collect, [])
    .option('--expires <timestamp>', 'ISO 8601 with an offset; never when omitted')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { kind: string; origin: string[]; json?: boolean } & Shown) => {
      const input = { ...pick(options, 'workspace', 'name', 'allow', 'expires'), origins: options.origin, kind: options.kind.toUpperCase() }
      print(await operate('key-create', input), shownOnce, options.json)
    })

  keys
    .command('list')
    .description('the keys of a workspace')
    .option('--all', 'deleted ones too')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { json?: boolean } & Shown) => {
      const columns = ['id', 'kind', 'name', 'masked', 'status', 'allowedAddresses', 'allowedOrigins', 'requestsPerMinute', 'expiresAt', 'lastUsedAt']
      print(await operate('key-list', pick(options, 'workspace', 'all')), (rows: Shown[]) => tableOfRows(columns, rows), options.json)
    })

  keys
    .command('allow')
    .description('add addresses to the allowlist of a key, or remove them')
    .argument('<id>', 'the key', keyId)
    .argument('[addresses...]', 'addresses or ranges to add')
    .option('--remove <address>', 'address or range to remove; may be repeated', collect, [])
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, add: string[], options: { json?: boolean } & Shown) => {
      const result = await operate('key-allow', { ...pick(options, 'workspace', 'remove'), id, add })
      print(
        result,
        ({ allowedAddresses }: { allowedAddresses: string[] }) => `key ${id} is allowed from: ${allowedAddresses.join(', ') || '(no address)'}`,
        options.json,
      )
    })

  keys
    .command('rotate')
    .description('make a second key with the same allowlist and let the first one run out')
    .argument('<id>', 'the key', keyId)
    .option('--overlap <duration>', 'how long both work', '24h')
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, options: { overlap: string; json?: boolean } & Shown) => {
      const overlapHours = parseDuration(options.overlap) / 3_600_000
      print(await operate('key-rotate', { ...pick(options, 'workspace'), id, overlapHours }), shownOnce, options.json)
    })

  keys
    .command('origins')
    .description('add origins to a widget key, or remove them')
    .argument('<id>', 'the key', keyId)
    .argument('[origins...]', 'origins to add, such as https://clinic.example')
    .option('--remove <origin>', 'origin to remove; may be repeated', collect, [])
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, add: string[], options: { json?: boolean } & Shown) => {
      const result = await operate('key-origins', { ...pick(options, 'workspace', 'remove'), id, add })
      const text = ({ allowedOrigins }: { allowedOrigins: string[] }) => `key ${id} is for pages of: ${allowedOrigins.join(', ') || '(no origin)'}`
      print(result, text, options.json)
    })

  keys
    .command('limit')
    .description('give a key a limit of its own')
    .argument('<id>', 'the key', keyId)
    .argument('<requests>', "requests a minute, or 'usual' for the installation's limit", limitArgument)
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, requestsPerMinute: number | null, options: { json?: boolean } & Shown) => {
      const result = await operate('key-limit', { ...pick(options, 'workspace'), id, requestsPerMinute })
      print(result, () => `key ${id} may send ${requestsPerMinute ?? 'the usual number of'} requests a minute`, options.json)
    })

  for (const [name, description] of [
    ['deactivate', 'stop a key from working'],
    ['delete', 'remove a key for good'],
  ] as const) {
    keys
      .command(name)
      .description(description)
      .argument('<id>', 'the key', keyId)
      .addOption(workspace())
      .addOption(json())
      .action(async (id: number, options: { json?: boolean } & Shown) => {
        const result = await operate(`key-${name}`, { ...pick(options, 'workspace'), id })
        print(result, ({ status }: { status: string }) => `key ${id} is ${status.toLowerCase()}; it stops working everywhere within seconds`, options.json)
      })
  }
}

function collect(value: string, before: string[]): string[] {
  return [
    ...before,
    ...value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ]
}

/** Null for 'usual'; what is no number would arrive as null too, and take the limit away. */
function limitArgument(text: string): number | null {
  if (text === 'usual') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new OperatorProblem(`'${text}' is not a limit`, "name whole requests a minute, or 'usual'")
}
