import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createBookingBody, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { openBrowser } from '../../../test/support/screens/browser.ts'
import type { Route } from '../contract/route.ts'
import { type Page, registerPage } from './pages.ts'

const house = await openHarness()
const listening = house.door.listen({ host: '127.0.0.1', port: 0 })
/** The Accept header of a browser. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('the document', () => {
  it('is served to everyone, and matches these routes', async () => {
    const reply = await house.call('GET', '/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const paths = new Set(
      house.application.routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')),
    )
    expect(Object.keys(reply.json.paths)).toEqual([...paths])
  })

  it('has examples for the days after the current one, and is generated again the next day', async () => {
    const past = await openHarness()
    const dateShown = async () => {
      const { json } = await past.call('GET', '/openapi.json')
      return json.components.schemas.Slot.properties.appointmentDate.examples[0]
    }
    expect(await dateShown()).toBe('2030-01-08')
    await past.moveTo('2030-01-07T18:29:00Z')
    expect(await dateShown()).toBe('2030-01-08')
    // It is Tuesday in the zone of the examples.
    await past.moveTo('2030-01-07T18:31:00Z')
    expect(await dateShown()).toBe('2030-01-15')
  })

  it('has examples that can be sent unchanged: the clinic of the examples answers them', async () => {
    const clinic = await house.clinic()
    const { json } = await house.call('GET', '/openapi.json')
    const own: Record<string, number> = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
    }
    const slots = json.paths['/v1/appointments/available-slots'].get
    const required = slots.parameters.filter((parameter: Json) => parameter.required)
    const parameters = required.map(({ name, examples }: Json) => [
      name,
      String(own[name] ?? examples.default.value),
    ])
    const listed = await clinic.get(
      `/v1/appointments/available-slots?${new URLSearchParams(parameters)}`,
    )
    const path = '/v1/appointments/book-appointment-unified'
    const body = {
      ...json.paths[path].post.requestBody.content['application/json'].example,
      ...own,
    }
    expect(listed.json.slots.map(({ fromDateTimeIso }: Json) => fromDateTimeIso)).toContain(
      body.fromDateTimeIso,
    )
    const booked = await clinic.post(path, body)
    expect(booked.status, booked.text).toBe(201)
  })

  it('is not part of the API under any other method', async () => {
    const clinic = await house.clinic()
    expect((await house.call('POST', '/openapi.json')).status).toBe(401)
    expect((await clinic.post('/openapi.json', {})).status).toBe(403)
    expect((await clinic.post('/docs', {})).status).toBe(403)
  })
})

describe('the pages', () => {
  it('are built once, for the first caller, however many come at once', async () => {
    let made = 0
    let day = '2030-01-01'
    const page: Page = {
      path: '/page',
      type: 'text/plain',
      headers: {},
      day: () => day,
      content: async () => `made ${++made} times`,
    }
    const door = fastify()
    registerPage(door, page)
    const crowd = async () =>
      new Set(
        (await Promise.all(Array.from({ length: 50 }, () => door.inject('/page')))).map(
          ({ body }) => body,
        ),
      )
    expect(await crowd()).toEqual(new Set(['made 1 times']))
    day = '2030-01-02'
    expect(await crowd()).toEqual(new Set(['made 2 times']))
  })

  it.each(['/openapi.json', '/docs', '/docs/explorer.js'])(
    '%s is not sent again to a caller who has it',
    async (path) => {
      const first = await house.call('GET', path)
      const again = await house.call('GET', path, {
        headers: { 'if-none-match': String(first.headers.etag) },
      })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect(
        (await house.call('GET', path, { headers: { 'if-none-match': '"another"' } })).status,
      ).toBe(200)
    },
  )

  it.each(['/openapi.json', '/docs/explorer.js'])(
    '%s is sent compressed to clients that accept it, and not again to a caller who has it',
    async (path) => {
      const get = (headers: Record<string, string>) => house.door.inject({ url: path, headers })
      const plain = await get({})
      const small = await get({ 'accept-encoding': 'br;q=1.0, gzip;q=0.8' })
      expect([small.statusCode, small.headers['content-encoding'], small.headers.vary]).toEqual([
        200,
        'gzip',
        'accept-encoding',
      ])
      expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
      expect([
        plain.headers['content-encoding'],
        small.headers.etag === plain.headers.etag,
      ]).toEqual([undefined, false])
      const again = await get({
        'accept-encoding': 'gzip',
        'if-none-match': String(small.headers.etag),
      })
      expect([
        again.statusCode,
        again.payload,
        again.headers.etag,
        again.headers['content-encoding'],
      ]).toEqual([304, '', small.headers.etag, undefined])
      for (const taken of ['gzip;q=0', 'br', 'identity', 'gzipped'])
        expect(
          (await get({ 'accept-encoding': taken })).headers['content-encoding'],
          taken,
        ).toBeUndefined()
    },
  )

  it('are undocumented routes when CLINIC_DOCS is off', async () => {
    const silent = await openHarness({ docs: false })
    const clinic = await silent.clinic()
    for (const path of ['/', '/openapi.json', '/docs', '/docs/explorer.js']) {
      expect((await silent.call('GET', path, { headers: browser })).status).toBe(401)
      expect((await clinic.get(path, { headers: browser })).status).toBe(403)
    }
  })
})

describe('the root', () => {
  it('links a browser to the documentation, and every link works', async () => {
    const reply = await house.call('GET', '/', { headers: browser })
    expect([reply.status, reply.headers['content-type'], reply.headers.vary]).toEqual([
      200,
      'text/html; charset=utf-8',
      'accept',
    ])
    const links = [...reply.text.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(links).toEqual(['/docs', '/openapi.json'])
    for (const path of links) expect((await house.call('GET', path)).status).toBe(200)
  })

  it('is an undocumented path to programs [A-007]', async () => {
    const clinic = await house.clinic()
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<
      string,
      string
    >[]) {
      const nobody = await house.call('GET', '/', { headers })
      expect([nobody.status, nobody.json]).toEqual([
        401,
        { message: expect.any(String), statusCode: 401 },
      ])
      const known = await clinic.get('/', { headers })
      expect([known.status, known.json]).toEqual([
        403,
        { message: expect.any(String), error: 'Forbidden', statusCode: 403 },
      ])
    }
    expect((await clinic.post('/', {}, { headers: browser })).status).toBe(403)
  })
})

describe('the explorer', () => {
  it('sends only the required parameters, filled in', async () => {
    const clinic = await house.clinic()
    const base = await listening
    const page = await (await openBrowser()).newPage({ viewport: { width: 1400, height: 1000 } })
    await page.goto(`${base}/docs`)
    await page.getByRole('textbox').first().fill(clinic.key)
    await page.getByText('List available slots', { exact: true }).first().click()
    await page
      .getByRole('button', { name: 'Test Request (get /v1/appointments/available-slots)' })
      .click()
    const sentRequest = page.waitForRequest((request) =>
      request.url().includes('/v1/appointments/available-slots'),
    )
    await page.getByRole('button', { name: /^Send Request/ }).click()
    expect(new URL((await sentRequest).url()).search).toBe(
      '?addressId=1&doctorId=1&appointmentDate=2030-01-08',
    )
  })

  it('forbids its page every host but its own', async () => {
    const policy = String((await house.call('GET', '/docs')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/https?:|\*/)
  })

  it('shows every operation, contacts no other host, and books with a key', async () => {
    const clinic = await house.clinic()
    const base = await listening
    const booking = house.application.routes.find(({ name }) => name === 'bookAppointment') as Route
    const page = await (await openBrowser()).newPage({ viewport: { width: 1400, height: 1000 } })
    const requestedUrls: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.goto(`${base}/docs`)
    for (const { title } of house.application.routes)
      await page.getByText(title, { exact: true }).first().waitFor()
    await page.getByRole('textbox').first().fill(clinic.key)
    await page.getByText(booking.title, { exact: true }).first().click()
    await page.getByRole('button', { name: `Test Request (post ${booking.path})` }).click()
    await page.locator('.cm-content[contenteditable=true]').filter({ hasText: 'addressId' }).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(JSON.stringify(createBookingBody(clinic)))
    const answered = page.waitForResponse((response) => response.url() === `${base}${booking.path}`)
    await page.getByRole('button', { name: /^Send Request/ }).click()
    const answer = await answered
    expect(await answer.json()).toMatchObject({ appointment: { workspaceId: clinic.workspaceId } })
    expect(answer.status()).toBe(201)

    expect(complaints).toEqual([])
    expect(
      requestedUrls.filter((url) => !url.startsWith(base) && !/^(data|blob):/.test(url)),
    ).toEqual([])
  })
})
