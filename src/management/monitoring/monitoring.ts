// The endpoints for load balancers, supervisors and Prometheus: /healthz, /readyz, /metrics. They
// are served on the operators' socket and, if one is set, on a separate port, but never on the
// public one (A-009).

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MonitoringSource {
  /** The reason why requests cannot be served; undefined if they can. */
  unready(): Promise<string | undefined>
  metricsText(): Promise<string>
}

const idleMs = 5_000

/** Responds to a monitoring path; returns false for any other. */
export async function answerMonitoring(
  monitored: MonitoringSource,
  url: string,
  response: ServerResponse,
): Promise<boolean> {
  const path = url.split('?', 1)[0]
  if (path === '/healthz') json(response, 200, { status: 'alive' })
  else if (path === '/readyz') {
    const reason = await monitored.unready()
    if (reason === undefined) json(response, 200, { status: 'ready' })
    else json(response, 503, { status: 'not ready', reason })
  } else if (path === '/metrics') {
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(await monitored.metricsText())
  } else return false
  return true
}

function json(response: ServerResponse, status: number, body: Record<string, string>) {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(body))
}

/**
 * Listens for monitoring requests only. Rejects with the error of `listen` if the port is
 * unavailable.
 */
export async function listenForMonitoring(
  monitored: MonitoringSource,
  host: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !(await answerMonitoring(monitored, request.url ?? '', response))) {
      json(response, 404, {
        status: 'not found',
        reason: 'there are /healthz, /readyz and /metrics',
      })
    }
  })
  server.keepAliveTimeout = idleMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
