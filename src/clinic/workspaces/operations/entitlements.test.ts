import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const without = (feature: string) =>
  house.clinic((file) => {
    file.workspace.entitlements =
      file.workspace.entitlements?.filter((name) => name !== feature) ?? []
  })

describe('an entitlement', () => {
  it('can be used once it is granted, and no longer once it is withdrawn [ENT-12] [ENT-16]', async () => {
    const clinic = await without('devapi_catalog_doctors')
    const change = (name: string) =>
      house.operate(`entitlement-${name}`, {
        workspace: clinic.name,
        feature: 'devapi_catalog_doctors',
      })
    expect((await clinic.get('/v1/doctors')).status).toBe(403)
    expect((await change('grant')).entitlements).toContain('devapi_catalog_doctors')
    expect((await clinic.get('/v1/doctors')).status).toBe(200)
    expect((await change('withdraw')).entitlements).not.toContain('devapi_catalog_doctors')
    expect((await clinic.get('/v1/doctors')).status).toBe(403)
  })

  it('of one workspace does not affect another, and is shared by all of its keys [ENT-13] [ENT-15]', async () => {
    const clinic = await without('devapi_catalog_doctors')
    const other = await without('devapi_catalog_doctors')
    const second = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'second',
      allow: ['127.0.0.1'],
    })
    await house.operate('entitlement-grant', {
      workspace: clinic.name,
      feature: 'devapi_catalog_doctors',
    })
    expect((await clinic.get('/v1/doctors', { key: second.key })).status).toBe(200)
    expect((await other.get('/v1/doctors')).status).toBe(403)
  })

  it('reaches every process, even when changed by manual SQL [ENT-12]', async () => {
    const clinic = await without('devapi_catalog_doctors')
    expect((await clinic.get('/v1/doctors')).status).toBe(403)
    await house.sql(
      "update workspaces set entitlements = array_append(entitlements, 'devapi_catalog_doctors') where id = $1",
      [clinic.workspaceId],
    )
    await expect.poll(async () => (await clinic.get('/v1/doctors')).status).toBe(200)
  })

  it('is listed with the others, held or not, and refused if the name is unknown', async () => {
    const clinic = await without('devapi_qms_visits')
    const listed = await house.operate('entitlement-list', { workspace: clinic.name })
    expect(listed).toHaveLength(9)
    expect(
      listed.find(
        ({ entitlement }: { entitlement: string }) => entitlement === 'devapi_qms_visits',
      ),
    ).toEqual({
      entitlement: 'devapi_qms_visits',
      granted: false,
    })
    await expect(
      house.operate('entitlement-grant', { workspace: clinic.name, feature: 'everything' }),
    ).rejects.toThrow('feature must be one of')
  })

  it('granted twice is held once', async () => {
    const clinic = await house.clinic()
    const { entitlements } = await house.operate('entitlement-grant', {
      workspace: clinic.name,
      feature: 'devapi_catalog_doctors',
    })
    expect(entitlements.filter((name: string) => name === 'devapi_catalog_doctors')).toHaveLength(1)
  })

  it('changed by an operation warns that the clinic file says otherwise, and so does the import that undoes it', async () => {
    const [own, other] = ['devapi_catalog_doctors', 'devapi_qms_visits'] as const
    const clinic = await without(other)
    const change = (name: string, feature: string) =>
      house.operate(`entitlement-${name}`, { workspace: clinic.name, feature })
    expect((await change('withdraw', own)).undoneByImport).toBe(true)
    expect((await change('grant', other)).undoneByImport).toBe(true)
    const byHand = ({ warnings }: { warnings: string[] }) =>
      warnings.filter((warning) => warning.includes('by hand'))
    const undone = [
      `${own} was withdrawn by hand, and the file brings it back`,
      `${other} was granted by hand, and the file takes it away`,
    ]
    const tried = await clinic.change(() => {}, { dryRun: true })
    expect(byHand(tried)).toEqual(undone)
    const imported = await clinic.change(() => {})
    expect(byHand(imported)).toEqual(undone)
    expect(imported.changes).toEqual([
      { kind: 'entitlement', change: 'added', count: 1, names: [own] },
      { kind: 'entitlement', change: 'removed', count: 1, names: [other] },
    ])
    const again = await clinic.change(() => {})
    expect([again.outcome, byHand(again)]).toEqual(['UNCHANGED', []])
    // If the file agrees, nothing is undone.
    expect((await change('grant', own)).undoneByImport).toBe(false)
    expect((await change('withdraw', other)).undoneByImport).toBe(false)
  })

  it('of a workspace that was imported before this was recorded is not reported as undone', async () => {
    const clinic = await without('devapi_qms_visits')
    await house.sql('update workspaces set file_entitlements = null where id = $1', [
      clinic.workspaceId,
    ])
    expect(
      (
        await house.operate('entitlement-grant', {
          workspace: clinic.name,
          feature: 'devapi_qms_visits',
        })
      ).undoneByImport,
    ).toBe(false)
  })
})
