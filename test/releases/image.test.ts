// Programs of ours stand in for podman and buildah: they keep the words they are called with, and
// save them as the image.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { saveImage } from '../../tools/image.ts'
import { afterFile } from '../support/run/after-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-image-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.unstubAllEnvs())

it.each(['podman', 'buildah'])(
  "has %s build in docker's format, which keeps the health check",
  (builder) => {
    const program = join(folder, builder)
    writeFileSync(
      program,
      '#!/bin/sh\necho "$@" >> "$0.words"\nfor word; do case "$word" in *.tar|*.tar:*) cp "$0.words" "dist/clinic-scheduling-1.0.0.image.tar";; esac; done\n',
    )
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
    const copy = mkdtempSync(join(folder, 'copy-'))
    mkdirSync(join(copy, 'dist'))
    const file = saveImage(builder, { folder: copy, version: '1.0.0', commit: 'c0ffee' }, [])
    const [built] = gunzipSync(readFileSync(join(copy, 'dist', file)))
      .toString('utf8')
      .split('\n')
    expect(built).toMatch(/ --format docker --tag clinic-scheduling:1\.0\.0 .*revision=c0ffee \.$/)
  },
)
