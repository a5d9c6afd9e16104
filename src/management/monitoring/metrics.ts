// The service's own metrics, in Prometheus' format. Labels are route patterns, statuses and codes:
// never an id, a URL or patient data.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const messageOutcomes = ['delivered', 'refused'] as const
const workOutcomes = ['done', 'failed', 'dead', 'lost'] as const

/** A request that has been answered. */
export interface AnsweredRequest {
  method: string
  /** The pattern of the route; null for an unknown path. */
  route: string | null
  status: number
  /** A code from the refusal table; undefined if it was not refused. */
  code: string | undefined
  ms: number
}

export interface MetricSources {
  version: string
  mode: string
  /** Connections of this process to the database. */
  connections(): { open: number; idle: number; waiting: number }
  /** How far this host's clock is from the database's, in milliseconds. */
  clockSkewMs(): number
  /** Streams to patients' pages that this process holds open. */
  openStreams(): number
  /** How late the process is over several checks, in milliseconds. */
  lateMs(): number
  /** Whether the database can be written, and confirms commits. */
  isReady(): Promise<boolean>
  /** Due work by kind: how much is overdue, how long the oldest has been, and how much is dead. */
  dueWork(): Promise<readonly { kind: string; overdue: number; oldestMs: number; dead: number }[]>
}

/** What can be counted. */
export interface CounterLabels {
  /** The possible responses of a route; `route` is null for an unknown path. */
  answers: readonly { method: string; route: string | null; statuses: readonly number[] }[]
  /** Rows of the refusal table. */
  codes: readonly string[]
  backgroundWork: readonly string[]
  channels: readonly string[]
  /** Kinds of due work. */
  workKinds: readonly string[]
}

export interface Metrics {
  /**
   * Starts these counters at 0, so that they exist before the first event: `increase()` of a
   * counter that begins at 1 misses the first one. Calling it again does not reset any counts.
   */
  begin(countable: Partial<CounterLabels>): void
  answered(request: AnsweredRequest): void
  /** Counts a failure of background work, which will be retried. */
  backgroundFailure(work: string): void
  /**
   * Counts a request that was let through without being counted, because the counters' store is
   * unavailable.
   */
  uncounted(): void
  /** Counts a key's call that was dropped, because too many are waiting to be written. */
  droppedCall(): void
  /** Counts a message that was delivered, or refused by a rail. */
  message(channel: string, outcome: (typeof messageOutcomes)[number]): void
  /** Counts an attempt at due work that has ended. */
  work(kind: string, outcome: (typeof workOutcomes)[number]): void
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>
}

// A slot list takes one millisecond, a booking two; beyond the last bucket, a caller has given up.
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(measured: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'clinic_requests_total',
    help: 'Requests answered, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'clinic_request_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  })
  const refusals = new Counter({
    name: 'clinic_refusals_total',
    help: 'Refusals, by their row in docs/errors.md.',
    labelNames: ['code'],
    registers,
  })
  const uncounted = new Counter({
    name: 'clinic_uncounted_requests_total',
    help: 'Requests not counted against limits because the counter store was unavailable.',
    registers,
  })
  const dropped = new Counter({
    name: 'clinic_dropped_calls_total',
    help: 'Calls not recorded because too many were waiting to be written.',
    registers,
  })
  const failures = new Counter({
    name: 'clinic_background_failures_total',
    help: 'Failures of background work.',
    labelNames: ['work'],
    registers,
  })
  const messages = new Counter({
    name: 'clinic_messages_total',
    help: 'Messages, by channel and whether a rail took them.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const attempts = new Counter({
    name: 'clinic_due_work_total',
    help: 'Attempts at due work, by kind and how they ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const labelNames = ['kind'] as const
  const overdue = new Gauge({
    name: 'clinic_due_work_overdue',
    help: 'Due work that is not done yet, of all processes, up to 10000.',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'clinic_due_work_oldest_seconds',
    help: 'How long the oldest of it has been due.',
    labelNames,
    registers,
  })
  const dead = new Gauge({
    name: 'clinic_due_work_dead',
    help: 'Due work that waits for an operator, up to 10000.',
    labelNames,
    registers,
  })
  registerCollected(registers, measured)

  const timed = new Set<string>()
  const routeLabels = ({ method, route }: { method: string; route: string | null }) =>
    route === null ? { method: 'any', route: 'none' } : { method, route }

  return {
    begin({ answers = [], codes = [], backgroundWork = [], channels = [], workKinds = [] }) {
      for (const answer of answers) {
        const labels = routeLabels(answer)
        for (const status of answer.statuses) requests.inc({ ...labels, status }, 0)
        if (!timed.has(labels.route)) seconds.zero({ route: labels.route })
        timed.add(labels.route)
      }
      for (const code of codes) refusals.inc({ code }, 0)
      for (const work of backgroundWork) failures.inc({ work }, 0)
      for (const channel of channels)
        for (const outcome of messageOutcomes) messages.inc({ channel, outcome }, 0)
      for (const kind of workKinds)
        for (const outcome of workOutcomes) attempts.inc({ kind, outcome }, 0)
    },
    answered({ method, route, status, code, ms }) {
      const labels = routeLabels({ method, route })
      requests.inc({ ...labels, status })
      timed.add(labels.route)
      seconds.observe({ route: labels.route }, ms / 1000)
      if (code !== undefined) refusals.inc({ code })
    },
    uncounted: () => uncounted.inc(),
    droppedCall: () => dropped.inc(),
    backgroundFailure: (work) => failures.inc({ work }),
    message: (channel, outcome) => messages.inc({ channel, outcome }),
    work: (kind, outcome) => attempts.inc({ kind, outcome }),
    async text() {
      for (const { kind, ...work } of await measured.dueWork()) {
        overdue.set({ kind }, work.overdue)
        oldest.set({ kind }, work.oldestMs / 1000)
        dead.set({ kind }, work.dead)
      }
      return registry.metrics()
    },
  }
}

/** Metrics that are read whenever they are requested. */
function registerCollected(
  registers: Registry[],
  { version, mode, connections, clockSkewMs, openStreams, lateMs, isReady }: MetricSources,
): void {
  new Gauge({
    name: 'clinic_database_ready',
    help: '1 while the database answers, can be written and confirms commits.',
    registers,
    async collect() {
      this.set(Number(await isReady()))
    },
  })
  new Gauge({
    name: 'clinic_database_connections',
    help: 'Connections of this process: open, of them idle, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'clinic_clock_skew_seconds',
    help: "What this host's clock lacks to the database's, which is the one that counts.",
    registers,
    collect() {
      this.set(clockSkewMs() / 1000)
    },
  })
  new Gauge({
    name: 'clinic_queue_streams',
    help: "Patients' pages that are told of their queue by this process.",
    registers,
    collect() {
      this.set(openStreams())
    },
  })
  new Gauge({
    name: 'clinic_event_loop_late_seconds',
    help: 'By how much this process was late three times in a row, at least; beyond CLINIC_LIMIT_LATENESS it refuses requests.',
    registers,
    collect() {
      this.set(lateMs() / 1000)
    },
  })
  new Gauge({
    name: 'clinic_info',
    help: 'Always 1.',
    labelNames: ['version', 'mode'],
    registers,
  }).set({ version, mode }, 1)
}
