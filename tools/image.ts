// The container image of a release, built from the Dockerfile by the first of docker, podman and
// buildah that runs here, and saved as one file that `docker load` and `podman load` read.

import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

interface Builder {
  /** The command words that build an image; the builder's options and the folder follow. */
  build: readonly string[]
  /** The command words that save the image `name` into `file`. */
  save(name: string, file: string): readonly string[]
}

const builders: Record<string, Builder> = {
  docker: { build: ['build'], save: (name, file) => ['save', '--output', file, name] },
  podman: {
    build: ['build', '--format', 'docker'],
    save: (name, file) => ['save', '--output', file, name],
  },
  buildah: {
    build: ['bud', '--format', 'docker'],
    save: (name, file) => ['push', name, `docker-archive:${file}:${name}`],
  },
}

/**
 * The first builder that works here. Docker is often installed without its daemon; then it fails.
 */
export function imageBuilder(): string | undefined {
  return Object.keys(builders).find(
    (command) => spawnSync(command, ['info'], { stdio: 'ignore' }).status === 0,
  )
}

/**
 * Builds the image from the sources in `folder`, which are those of `commit`, and saves it in
 * `dist`. Returns the name of the file. `options` are further options for the builder, such as
 * another base: `--build-arg NODE_IMAGE=…`.
 */
export function saveImage(
  command: string,
  { folder, version, commit }: { folder: string; version: string; commit: string },
  options: readonly string[],
): string {
  const { build, save } = builders[command] as Builder
  const name = `clinic-scheduling:${version}`
  const labels = [`version=${version}`, `revision=${commit}`].flatMap((label) => [
    '--label',
    `org.opencontainers.image.${label}`,
  ])
  const run = (program: string, parameters: readonly string[]) =>
    execFileSync(program, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  run(command, [...build, '--tag', name, ...labels, ...options, '.'])
  const file = `clinic-scheduling-${version}.image.tar`
  run(command, save(name, join(folder, 'dist', file)))
  // Two images with the same contents have the same bytes only if gzip adds no name or time.
  run('gzip', ['--no-name', join('dist', file)])
  return `${file}.gz`
}
