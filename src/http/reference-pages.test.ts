import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { bookingBody, openHouse } from '../../test/harness.ts'
import { type Page, referencePages, registerPage } from './reference-pages.ts'
import type { Route } from './route.ts'

const house = await openHouse()

describe('the document', () => {
  it('is served to anybody, and is the one of these routes', async () => {
    const reply = await house.call('GET', '/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const paths = new Set(house.application.routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
    expect(Object.keys(reply.json.paths)).toEqual([...paths])
  })

  it('is no part of the API under any other method', async () => {
    const clinic = await house.clinic()
    expect((await house.call('POST', '/openapi.json')).status).toBe(401)
    expect((await clinic.post('/openapi.json', {})).status).toBe(403)
    expect((await clinic.post('/docs', {})).status).toBe(403)
  })
})

describe('the pages', () => {
  it('are made once, for the first caller, however many come at once', async () => {
    let made = 0
    const [page] = referencePages({ info: { title: 'Test' } })
    const door = fastify()
    registerPage(door, { ...(page as Page), content: async () => `made ${++made} times` })
    const crowd = await Promise.all(Array.from({ length: 50 }, () => door.inject('/openapi.json')))
    expect(new Set(crowd.map(({ body }) => body))).toEqual(new Set(['made 1 times']))
  })

  it.each(['/openapi.json', '/docs', '/docs/explorer.js'])('%s is not sent again to a caller who has it', async (path) => {
    const first = await house.call('GET', path)
    const again = await house.call('GET', path, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await house.call('GET', path, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  })

  it('are routes like any undocumented one when CLINIC_DOCS is off', async () => {
    const silent = await openHouse({ docs: false })
    const clinic = await silent.clinic()
    for (const path of ['/openapi.json', '/docs', '/docs/explorer.js']) {
      expect((await silent.call('GET', path)).status).toBe(401)
      expect((await clinic.get(path)).status).toBe(403)
    }
  })
})

describe('the explorer', () => {
  it('forbids its page every host but its own', async () => {
    const policy = String((await house.call('GET', '/docs')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
  })

  it('shows every operation, asks no other host, and books with a key', { timeout: 60_000 }, async () => {
    const clinic = await house.clinic()
    const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
    const booking = house.application.routes.find(({ name }) => name === 'bookAppointment') as Route
    const page = await (await openBrowser()).newPage({ viewport: { width: 1400, height: 1000 } })
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.goto(`${base}/docs`)
    for (const { summary } of house.application.routes) await page.getByText(summary).first().waitFor()
    await page.getByRole('textbox').first().fill(clinic.key)
    await page.getByText(booking.summary).first().click()
    await page.getByRole('button', { name: `Test Request (post ${booking.path})` }).click()
    await page.locator('.cm-content[contenteditable=true]').filter({ hasText: 'addressId' }).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(JSON.stringify(bookingBody(clinic)))
    const answered = page.waitForResponse((response) => response.url() === `${base}${booking.path}`)
    await page.getByRole('button', { name: /^Send Request/ }).click()
    const answer = await answered
    expect(await answer.json()).toMatchObject({ appointment: { workspaceId: clinic.workspaceId } })
    expect(answer.status()).toBe(201)

    expect(complaints).toEqual([])
    expect(asked.filter((url) => !url.startsWith(base) && !/^(data|blob):/.test(url))).toEqual([])
  })
})
