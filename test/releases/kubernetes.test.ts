// The manifests for Kubernetes, checked against its API without a cluster: by its schemas, and by
// its types, which know every member.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service, ServiceAccount } from 'kubernetes-models/v1'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/doors/cli/settings.ts'
import type { Json } from '../support/clinic/harness.ts'

const folder = new URL('../../deploy/kubernetes/', import.meta.url)
const read = (name: string): Json => parse(readFileSync(new URL(name, folder), 'utf8'))
const kustomization = read('kustomization.yaml')
const manifests = {
  'namespace.yaml': { Kind: Namespace, from: 'v1' },
  'service-account.yaml': { Kind: ServiceAccount, from: 'v1' },
  'deployment.yaml': { Kind: Deployment, from: 'apps/v1' },
  'service.yaml': { Kind: Service, from: 'v1' },
  'disruption-budget.yaml': { Kind: PodDisruptionBudget, from: 'policy/v1' },
  'network-policy.yaml': { Kind: NetworkPolicy, from: 'networking.k8s.io/v1' },
  'migration-job.yaml': { Kind: Job, from: 'batch/v1' },
} as const
const names = Object.keys(manifests) as (keyof typeof manifests)[]
const pods = [
  read('deployment.yaml').spec.template.spec,
  read('migration-job.yaml').spec.template.spec,
]

/**
 * The compiler's errors for the manifests as values of the API's types; `change` changes the text
 * of each.
 */
function typeMistakes(change: (text: string) => string = (text) => text): string {
  const copy = new URL('../../node_modules/.cache/kubernetes/', import.meta.url)
  mkdirSync(copy, { recursive: true })
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  const lines = names.map((name) => {
    const { Kind, from } = manifests[name]
    const value = change(JSON.stringify(read(name)))
    return `import type { I${Kind.name} } from 'kubernetes-models/${from}'\nexport const ${Kind.name}: I${Kind.name} & { apiVersion: string; kind: string } = ${value}\n`
  })
  writeFileSync(new URL('manifests.ts', copy), lines.join('\n'))
  try {
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--ignoreConfig',
    ]
    const compiler = fileURLToPath(
      new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url),
    )
    return execFileSync(
      process.execPath,
      [compiler, ...options, fileURLToPath(new URL('manifests.ts', copy))],
      { encoding: 'utf8' },
    )
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('the manifests for Kubernetes', () => {
  it('are all in the kustomization, except the job, which is created again for each release', () => {
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect(files.toSorted()).toEqual([...names].toSorted())
    expect([...kustomization.resources, 'migration-job.yaml'].toSorted()).toEqual(files.toSorted())
  })

  it.each(names)('%s is valid for the API', (name) => {
    const manifest = read(name)
    const { Kind } = manifests[name]
    expect([manifest.apiVersion, manifest.kind]).toEqual([
      (Kind as { apiVersion?: string }).apiVersion ?? manifests[name].from,
      Kind.name,
    ])
    expect(() => new Kind(manifest as never).validate()).not.toThrow()
  })

  it('have no member that the API does not know', () => {
    expect(typeMistakes()).toBe('')
    expect(
      typeMistakes((text) => text.replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"')),
    ).toContain('readOnlyRootFileSystem')
  })

  it('run without special rights, on a read-only disk except for what the service writes', () => {
    for (const { securityContext, containers, volumes, automountServiceAccountToken } of pods) {
      expect([
        securityContext.runAsNonRoot,
        automountServiceAccountToken,
        containers.length,
      ]).toEqual([true, false, 1])
      const [container] = containers
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.volumeMounts.map(({ mountPath }: Json) => mountPath)).toEqual([
        '/var/lib/clinic-scheduling',
        '/tmp',
      ])
      expect(volumes.map(({ name }: Json) => name)).toEqual(
        container.volumeMounts.map(({ name }: Json) => name),
      )
    }
  })

  it('set only existing settings, and stop no process before it has answered its open requests', () => {
    const [pod] = pods
    const environment = Object.fromEntries(
      pod.containers[0].env.map(({ name, value }: Json) => [name, value]),
    )
    const settings = readSettings({
      ...environment,
      DATABASE_URL: 'postgres://clinic:secret@database/clinic',
    })
    expect(settings).toMatchObject({ mode: 'production' })
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(environment.CLINIC_DRAIN_SECONDS) + 15,
    )
  })

  it('probe the service where it answers, and route callers and scrapers only there', () => {
    const [container] = pods[0].containers
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: Json) => [name, containerPort]),
    )
    const image = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    expect(image).toContain(`EXPOSE ${ports.http} ${ports.monitor}`)
    for (const probe of [container.startupProbe, container.livenessProbe])
      expect(probe.httpGet).toEqual({ path: '/healthz', port: 'monitor' })
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'monitor' })
    expect(read('service.yaml').spec.ports).toEqual([
      { name: 'http', port: 80, targetPort: 'http' },
    ])
    const { ingress } = read('network-policy.yaml').spec
    expect(ingress.flatMap(({ ports: open }: Json) => open.map(({ port }: Json) => port))).toEqual([
      ports.http,
      ports.monitor,
    ])
  })

  it('select the intended pods', () => {
    const { selector, template, replicas } = read('deployment.yaml').spec
    const { labels } = template.metadata
    const ofAll = read('network-policy.yaml').spec.podSelector.matchLabels
    for (const wanted of [
      selector.matchLabels,
      read('service.yaml').spec.selector,
      read('disruption-budget.yaml').spec.selector.matchLabels,
      ofAll,
    ])
      expect(labels).toMatchObject(wanted)
    // The job has the same egress, and is not a pod of the service.
    const ofJob = read('migration-job.yaml').spec.template.metadata.labels
    expect(ofJob).toMatchObject(ofAll)
    expect(ofJob).not.toMatchObject(selector.matchLabels)
    expect(read('disruption-budget.yaml').spec.minAvailable).toBeLessThan(replicas)
  })
})
