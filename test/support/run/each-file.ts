// Runs before each test file. The files of a worker share their modules, so per-file state cannot live in a module.

import { undoAfterFile } from './after-file.ts'

undoAfterFile()
