// A process that has the pages of many visits open: it reads their tokens from standard input, and writes a line for each stream that
// received its state (`told`), and that A-1 was called (`called`).

import { request } from 'node:http'
import { text } from 'node:stream/consumers'

const [base = ''] = process.argv.slice(2)
const tokens = JSON.parse(await text(process.stdin)) as string[]
const atOnce = 100

function listen(token: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${base}/queue/${token}/events`, { agent: false }, (response) => {
      let heard = ''
      const said = new Set<string>()
      const say = (what: string, words: string) => {
        if (said.has(what) || !heard.includes(words)) return
        said.add(what)
        process.stdout.write(`${what}\n`)
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        heard = (heard + piece).slice(-2_000)
        say('told', '"view"')
        say('called', '"nowServing":["A-1"]')
        resolve()
      })
    })
    sent.on('error', (error) => process.stderr.write(`${error.message}\n`)).end()
  })
}

await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await listen(token)
  }),
)
