// A process that has the pages of many visits open: it reads their tokens from standard input, and
// writes a line for each stream that received its state (`told`), and that A-1 was called
// (`called`).

import { request } from 'node:http'
import { text } from 'node:stream/consumers'

const [base = ''] = process.argv.slice(2)
const tokens = JSON.parse(await text(process.stdin)) as string[]
const concurrency = 100

function listen(token: string): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${base}/queue/${token}/events`, { agent: false }, (response) => {
      let received = ''
      const said = new Set<string>()
      const sendToParent = (message: string, words: string) => {
        if (said.has(message) || !received.includes(words)) return
        said.add(message)
        process.stdout.write(`${message}\n`)
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        received = (received + piece).slice(-2_000)
        sendToParent('told', '"view"')
        sendToParent('called', '"nowServing":["A-1"]')
        resolve()
      })
    })
    sent.on('error', (error) => process.stderr.write(`${error.message}\n`)).end()
  })
}

await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await listen(token)
  }),
)
