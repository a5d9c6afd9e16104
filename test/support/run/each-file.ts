// Runs before each test file. The files of a worker share their modules, so a module is no place for what each file needs anew.

import { undoAfterFile } from './after-file.ts'

undoAfterFile()
