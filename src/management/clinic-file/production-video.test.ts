import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { type Json, runAsTester } from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { type Application, openApplication } from '../../doors/app/application.ts'
import type { ClinicFile } from './clinic-file.ts'

const connection = await createMigratedDatabase()
const lines: Json[] = []
const log = pino(
  { level: 'warn', base: null },
  { write: (line: string) => void lines.push(JSON.parse(line)) },
)

async function production(builtInVideo?: string): Promise<Application> {
  const application = await openApplication({
    connection,
    mode: 'production',
    databaseConnections: 3,
    builtInVideo,
    log,
  })
  afterAll(() => application.close())
  return application
}

const ownServer = await production('https://video.example/{visit}')
const publicServer = await production()

function clinicFile(name: string, change: Partial<ClinicFile['workspace']> = {}) {
  const file = createSunriseFile()
  Object.assign(file.workspace, { name }, change)
  return { source: JSON.stringify(file) }
}
const importInto = (application: Application, ...file: Parameters<typeof clinicFile>) =>
  runAsTester(application, 'workspace-import', clinicFile(...file))
const names = async () =>
  (await runAsTester(publicServer, 'workspace-list', {})).map(({ name }: Json) => name)

const refusal = {
  mistakes: [
    {
      path: 'workspace.video',
      reason: expect.stringMatching(
        /needs a video server of your own in production: set CLINIC_VIDEO_URL .* or a link here/,
      ),
    },
  ],
}

describe('in production with a public server as its built-in video [VIDEO-03]', () => {
  it('a clinic cannot choose it, and nothing is written', async () => {
    await expect(importInto(publicServer, 'new-here')).rejects.toMatchObject(refusal)
    expect(await names()).not.toContain('new-here')

    await importInto(publicServer, 'changed', { video: 'off' })
    const workspace = 'changed'
    const before = await runAsTester(publicServer, 'settings-show', { workspace })
    await expect(importInto(publicServer, 'changed')).rejects.toMatchObject(refusal)
    const edits = [{ path: ['workspace', 'video'], value: 'built-in' }]
    await expect(
      runAsTester(publicServer, 'settings-change', { workspace, version: before.version, edits }),
    ).rejects.toMatchObject(refusal)
    expect(await runAsTester(publicServer, 'settings-show', { workspace })).toEqual(before)
  })

  it('a clinic can have any video of its own', async () => {
    const own: [string, Partial<ClinicFile['workspace']>][] = [
      ['by-link', { video: 'https://rooms.example/{visit}' }],
      ['beside', { videoLink: 'https://rooms.example/{visit}' }],
      [
        'by-jitsi',
        { video: { jitsi: { url: 'https://jitsi.example', appId: 'a', secret: 'secret:JITSI' } } },
      ],
      ['without', { video: 'off' }],
    ]
    for (const [name, workspace] of own)
      expect((await importInto(publicServer, name, workspace)).outcome).toBe('CREATED')
  })

  it('a clinic that has it already keeps it, and both its next import and the next start say what to set', async () => {
    await importInto(ownServer, 'as-before')
    lines.length = 0
    const again = await production()
    expect(lines).toMatchObject([
      {
        workspaces: 1,
        msg: expect.stringContaining('set CLINIC_VIDEO_URL to a video server of your own'),
      },
    ])
    const { outcome, warnings } = await importInto(again, 'as-before', { title: 'A new title' })
    expect(outcome).toBe('UPDATED')
    expect(warnings.join('\n')).toMatch(
      /workspace\.video: the built-in video is a public server, whose rooms are open to everyone who has their name: set CLINIC_VIDEO_URL/,
    )
  })

  it('a link to such a server is warned about, and one to a server of the installation is not', async () => {
    const { warnings } = await importInto(publicServer, 'by-public-link', {
      video: 'https://meet.jit.si/{visit}',
    })
    expect(warnings.join('\n')).toMatch(/workspace\.video: is a public server/)
    expect((await importInto(ownServer, 'quiet')).warnings.join('\n')).not.toMatch(/video/)
  })

  it('an account without a link is warned about, since no link comes out of it [VIDEO-02]', async () => {
    const { warnings } = await importInto(publicServer, 'by-account', { video: 'account' })
    expect(warnings.join('\n')).toMatch(
      /workspace\.video: an account gives no link of itself: set workspace\.videoLink, or workspace\.video\.jitsi/,
    )
  })
})
